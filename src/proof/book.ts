import { sha256 } from '@noble/hashes/sha2.js';
import { toHex, uuidBytes } from './bytes.js';
import { LEAF_BYTES } from './limits.js';
import type { Sha256 } from './merkle.js';

export const HOWS = ['PIX', 'BY_HAND', 'FREE'] as const;

/** How the quotas of a block were paid. */
export type How = (typeof HOWS)[number];

/** Consecutive ordinals that an order received. */
export interface BlockLeaf {
  type: 'BLOCK';
  how: How;
  /** Of the order. */
  boxes: number;
  /** The first ordinal. */
  first: number;
  /** Quotas. */
  count: number;
  /** The beacon round that decides its instant prizes; 0 in a raffle without them. */
  round: number;
  /** `commitmentOf` the order. */
  commitment: Uint8Array;
}

/** The quotas of an earlier block were given back. */
export interface VoidLeaf {
  type: 'VOID';
  /** The index of the block's leaf. */
  block: number;
}

/** What is left of a prize is drawn at the close. */
export interface ToCloseLeaf {
  type: 'TO_CLOSE';
  /** All ordinals below it were allocated before. */
  ordinal: number;
  /** A UUID in lower case. */
  prizeId: string;
}

export type BookLeaf = BlockLeaf | VoidLeaf | ToCloseLeaf;

export const SALT_BYTES = 16;

const COMMITMENT_BYTES = 16;
/** Of the first ordinal, the block or the ordinal. */
const PLACE_AT = 4;
const COUNT_AT = 8;
/** Of the commitment or the prize. */
const LAST_AT = 20;
const TYPES = ['BLOCK', 'VOID', 'TO_CLOSE'] as const;
const U16 = 0xffff;
const U32 = 0xffff_ffff;

/** Throws `RangeError` for a value that has no place in a leaf. */
export function encodeLeaf(leaf: BookLeaf): Uint8Array {
  const bytes = new Uint8Array(LEAF_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, TYPES.indexOf(leaf.type) + 1);
  if (leaf.type === 'BLOCK') {
    ensureInteger('how', HOWS.indexOf(leaf.how), 0, U16);
    ensureInteger('boxes', leaf.boxes, 0, U16);
    ensureInteger('first', leaf.first, 0, U32);
    ensureInteger('count', leaf.count, 1, U32 - leaf.first);
    ensureInteger('round', leaf.round, 0, Number.MAX_SAFE_INTEGER);
    ensureInteger('length of the commitment', leaf.commitment.length, COMMITMENT_BYTES, COMMITMENT_BYTES);
    view.setUint8(1, HOWS.indexOf(leaf.how) + 1);
    view.setUint16(2, leaf.boxes);
    view.setUint32(PLACE_AT, leaf.first);
    view.setUint32(COUNT_AT, leaf.count);
    view.setUint32(12, Math.floor(leaf.round / 2 ** 32));
    view.setUint32(16, leaf.round >>> 0);
    bytes.set(leaf.commitment, LAST_AT);
  } else if (leaf.type === 'VOID') {
    ensureInteger('block', leaf.block, 0, U32);
    view.setUint32(PLACE_AT, leaf.block);
  } else {
    ensureInteger('ordinal', leaf.ordinal, 0, U32);
    view.setUint32(PLACE_AT, leaf.ordinal);
    bytes.set(uuidBytes(leaf.prizeId), LAST_AT);
  }
  return bytes;
}

/** Throws `RangeError` for bytes that `encodeLeaf` never makes: a leaf has one form. */
export function decodeLeaf(bytes: Uint8Array): BookLeaf {
  if (bytes.length !== LEAF_BYTES) throw new RangeError(`a leaf has ${LEAF_BYTES} bytes`);
  const leaf = readLeaf(bytes);
  if (!leaf) throw new RangeError('these bytes are no leaf');
  return leaf;
}

function readLeaf(bytes: Uint8Array): BookLeaf | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, LEAF_BYTES);
  const type = TYPES[view.getUint8(0) - 1];
  const place = view.getUint32(PLACE_AT);
  if (type === 'BLOCK') {
    const how = HOWS[view.getUint8(1) - 1];
    const count = view.getUint32(COUNT_AT);
    const round = view.getUint32(12) * 2 ** 32 + view.getUint32(16);
    if (how === undefined || count === 0 || place + count > U32 || round > Number.MAX_SAFE_INTEGER) return undefined;
    return { type, how, boxes: view.getUint16(2), first: place, count, round, commitment: bytes.slice(LAST_AT) };
  }
  if (!isZero(bytes, 1, PLACE_AT)) return undefined;
  if (type === 'VOID') return isZero(bytes, COUNT_AT, LEAF_BYTES) ? { type, block: place } : undefined;
  if (type !== 'TO_CLOSE' || !isZero(bytes, COUNT_AT, LAST_AT)) return undefined;
  return { type, ordinal: place, prizeId: uuidText(bytes.subarray(LAST_AT)) };
}

function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return false;
  return true;
}

/** 16 bytes. The salt of 16 bytes hides whose block it is from those who have no receipt. */
export function commitmentOf(orderId: bigint, salt: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  ensureInteger('length of the salt', salt.length, SALT_BYTES, SALT_BYTES);
  const opening = new Uint8Array(SALT_BYTES + 8);
  opening.set(salt);
  new DataView(opening.buffer).setBigUint64(SALT_BYTES, orderId);
  return hash(opening).slice(0, COMMITMENT_BYTES);
}

function uuidText(bytes: Uint8Array): string {
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function ensureInteger(name: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new RangeError(`${name} is no integer from ${least} to ${most}`);
}
