import { ecb } from '@noble/ciphers/aes.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { verifyRound } from '../../src/proof/beacon.js';
import { concat, fromHex, toHex, u32, u64, utf8, uuidBytes } from '../../src/proof/bytes.js';
import { QUICKNET } from '../../src/proof/chain.js';
import { createPermutation, derivePermutationKey } from '../../src/proof/permutation.js';
import { federalOrdinals, federalStart } from '../../src/proof/federal.js';
import { manifestHash, manifestText } from '../../src/proof/manifest.js';
import { leafBytes, merkleTree } from '../../src/proof/merkle.js';
import type { PlacedQuotaPrizes } from '../../src/proof/quota-prizes.js';
import {
  BEACON_MANIFEST,
  beaconProof,
  FEDERAL_RESULTS,
  inclusionOf,
  LEAVES,
  placed,
  PRIZE_LOG,
  QUOTA_PRIZES,
  SECRET,
} from './proofs.js';
import { QUICKNET_ROUNDS } from './quicknet-rounds.js';

const { raffleId, allocated, voided, prizes } = BEACON_MANIFEST;

/** Each value of the worked example of `src/proof/README.md`, by its name there, in its order. */
export function exampleValues(): [name: string, value: string | number][] {
  return [...numbers(), ...quotaPrizes(), ...blocks(), ...frozen(), ...randomness(), ...winners(), ...lottery()];
}

function numbers(): [string, string | number][] {
  const key = derivePermutationKey(SECRET, raffleId);
  const permutation = createPermutation(key, 1000);
  const first = concat(new Uint8Array(8), u32(1000), u32(0));
  return [
    ['secret', toHex(SECRET)],
    ['secretHash', toHex(sha256(SECRET))],
    ['key', toHex(key)],
    ['block of F(0, 0)', toHex(first)],
    ['AES of it', toHex(ecb(key, { disablePadding: true }).encrypt(first))],
    ['P(0) to P(4)', [...permutation.numbersOf(0, 5)].join(' ')],
    ['ordinal of 0', permutation.ordinalOf(0)],
  ];
}

function quotaPrizes(): [string, string | number][] {
  const { salt, prizes: list } = QUOTA_PRIZES;
  const letters = list.map(({ id }) => id.slice(-1).toUpperCase());
  const places = ({ ordinals, sellable }: PlacedQuotaPrizes): string =>
    `${letters.map((letter, i) => `${letter} ${ordinals[i]}`).join(', ')}; ${sellable} for sale`;
  const drawn = (name: string, id: string, from: number, to: number): [string, string][] => {
    const message = concat(utf8('raffle-gateway quota prizes v1'), uuidBytes(raffleId), uuidBytes(id), u32(0), u32(0));
    const h = hmac(sha256, SECRET, message);
    const u = new DataView(h.buffer, h.byteOffset).getBigUint64(0);
    return [
      [`${name}, message`, toHex(message)],
      [`${name}, h`, toHex(h)],
      [`${name}, u mod ${to - from}`, `${u % BigInt(to - from)}`],
    ];
  };
  return [
    ['salt', salt],
    ['list', JSON.stringify(list)],
    ['quotaPrizesHash', BEACON_MANIFEST.quotaPrizesHash!],
    ...drawn('move of B', list[1]!.id, 500, 998),
    ['places at first', places(placed(BEACON_MANIFEST, []))],
    ['log', JSON.stringify(PRIZE_LOG)],
    ['prizeLogHash', BEACON_MANIFEST.prizeLogHash],
    ...drawn('move of E', list[4]!.id, 200, 999),
    ['places with E unlocked', places(placed(BEACON_MANIFEST, PRIZE_LOG.slice(0, 1)))],
    ['places with D locked', places(placed())],
    ['numbers of ordinals 0 to 4', [...placed().permutation.numbersOf(0, 5)].join(' ')],
  ];
}

function blocks(): [string, string | number][] {
  const hashes = LEAVES.map((leaf) => merkleTree(1, () => leafBytes(leaf)).root);
  const pair = merkleTree(2, (index) => leafBytes(LEAVES[index]!)).root;
  return [
    ...LEAVES.map((leaf, index): [string, string] => [`leaf ${index}`, toHex(leafBytes(leaf))]),
    ...hashes.map((hash, index): [string, string] => [`leaf hash ${index}`, toHex(hash)]),
    ['node of 0 and 1', toHex(pair)],
    ['root', BEACON_MANIFEST.merkleRoot],
    ['path of 0', inclusionOf(0).path.join(' ')],
    ['path of 2', inclusionOf(2).path.join(' ')],
  ];
}

function frozen(): [string, string | number][] {
  const text = manifestText(BEACON_MANIFEST);
  return [
    ['manifest', text],
    ['manifestHash', toHex(manifestHash(text))],
  ];
}

function randomness(): [string, string | number][] {
  const { publicKey, periodSeconds, genesisSeconds, groupHash, name, hash } = QUICKNET;
  const info = concat(u32(periodSeconds), u64(BigInt(genesisSeconds)), fromHex(publicKey), fromHex(groupHash), utf8(name));
  const [round] = QUICKNET_ROUNDS;
  const verified = verifyRound(QUICKNET, round);
  return [
    ['chain info', toHex(info)],
    ['chain hash', hash],
    ['round', round.round],
    ['signed message', toHex(sha256(u64(BigInt(round.round))))],
    ['signature', round.signature],
    ['randomness', 'randomness' in verified ? toHex(verified.randomness) : verified.problem],
  ];
}

function winners(): [string, string | number][] {
  const start = concat(utf8('raffle-gateway draw v1'), uuidBytes(raffleId), manifestHash(manifestText(BEACON_MANIFEST)));
  return beaconProof().winners.flatMap(({ prize, ordinal, number }): [string, string | number][] => {
    const message = concat(start, u32(prize), u32(0));
    const h = hmac(sha256, fromHex(QUICKNET_ROUNDS[0].randomness), message);
    const u = new DataView(h.buffer, h.byteOffset).getBigUint64(0);
    const valid = 75 - (prize - 1);
    return [
      [`prize ${prize}, message`, toHex(message)],
      [`prize ${prize}, h`, toHex(h)],
      [`prize ${prize}, u mod V`, `${u} mod ${valid} = ${u % BigInt(valid)}`],
      [`prize ${prize}, ordinal and number`, `${ordinal} ${number}`],
    ];
  });
}

function lottery(): [string, string | number][] {
  const { permutation } = placed();
  const ordinals = federalOrdinals({ results: FEDERAL_RESULTS, permutation, allocated, voided, prizes });
  return [
    ['results', FEDERAL_RESULTS.join(' ')],
    ...[10, 1000, 100_000, 1_000_000, 10_000_000].map((quantity): [string, string] => [
      `start of N = ${quantity}`,
      String(federalStart(FEDERAL_RESULTS, quantity)).padStart(String(quantity).length - 1, '0'),
    ]),
    ...ordinals.map((ordinal, index): [string, string] => [
      `prize ${index + 1} of N = 1000, number and ordinal`,
      `${String(permutation.numberOf(ordinal!)).padStart(3, '0')} ${ordinal}`,
    ]),
  ];
}
