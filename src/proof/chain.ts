import { sha256 } from '@noble/hashes/sha2.js';
import { concat, fromHex, toHex, u32, u64, utf8 } from './bytes.js';

/** Of drand's scheme `bls-unchained-g1-rfc9380`. */
export interface Chain {
  hash: string;
  /** 96 bytes, a point of G2. */
  publicKey: string;
  periodSeconds: number;
  /** When round 1 is due, in seconds since 1970. */
  genesisSeconds: number;
  /** 32 bytes: what drand calls the group hash, or genesis seed. */
  groupHash: string;
  name: string;
}

/** The signature is a point of G1, 48 bytes in hexadecimal. */
export interface Round {
  round: number;
  signature: string;
}

export const QUICKNET: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  periodSeconds: 3,
  genesisSeconds: 1_692_803_367,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  name: 'quicknet',
};

/** Of several operators. Signatures cannot be forged, so any of them will do. */
export const QUICKNET_RELAYS = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
] as const;

/** Of drand's HTTP API. */
export function pathOfRound(chainHash: string, round: number): string {
  return `/${chainHash}/public/${round}`;
}

/** As drand computes it; README.md has the bytes. */
export function chainHashOf(chain: Omit<Chain, 'hash'>): string {
  const { publicKey, periodSeconds, genesisSeconds, groupHash, name } = chain;
  const named = name === 'default' ? '' : name;
  const info = concat(u32(periodSeconds), u64(BigInt(genesisSeconds)), fromHex(publicKey), fromHex(groupHash), utf8(named));
  return toHex(sha256(info));
}

/** In seconds since 1970. */
export function timeOfRound({ genesisSeconds, periodSeconds }: Chain, round: number): number {
  return genesisSeconds + (round - 1) * periodSeconds;
}

/** The last round that is due; 0 before the first. */
export function roundAt({ genesisSeconds, periodSeconds }: Chain, seconds: number): number {
  return Math.max(0, Math.floor((seconds - genesisSeconds) / periodSeconds) + 1);
}
