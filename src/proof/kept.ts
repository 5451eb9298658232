import { LEAF_BYTES, MAX_LEAVES, MAX_PRIZES, MAX_QUOTAS } from './limits.js';
import { date, flag, hex, integer, list, nullable, oneOf, record, text, time, uuid } from './read.js';

/*
 * What somebody keeps during a sale. `seenAt` is when its keeper first had it, by the keeper's own clock. README.md describes each. No
 * cryptography here: the pages that keep need none.
 */

const MAX_PATH = 64;
const MAX_TITLE = 1000;
const count = integer(0, Number.MAX_SAFE_INTEGER);

/** `at` is what the service said, and proves nothing. `raffleId` and `composition` are as the API has them. */
export const readHead = record(
  {
    size: integer(0, MAX_LEAVES),
    root: hex(32),
    seenAt: time,
    at: nullable(time),
    raffleId: uuid,
    composition: record({ pix: count, byHand: count, free: count, givenBack: count }),
  },
  ['seenAt', 'at', 'raffleId', 'composition'],
);
export type KeptHead = ReturnType<typeof readHead>;

export const readReceipt = record(
  {
    raffleId: uuid,
    orderId: text(/^(0|[1-9]\d{0,19})$/, 'order id, a number as text'),
    index: integer(0, MAX_LEAVES),
    leaf: hex(LEAF_BYTES),
    salt: hex(16),
    path: list(hex(32), MAX_PATH),
    head: readHead,
    // As the API has them.
    round: nullable(integer(1, Number.MAX_SAFE_INTEGER)),
    roundDueAt: nullable(time),
    isVoid: flag,
  },
  ['round', 'roundDueAt', 'isVoid'],
);
export type KeptReceipt = ReturnType<typeof readReceipt>;

/**
 * `leaves`: how many the book had before. From the first leaf on promises may not change. `prizes`: titles of the main prizes; that of
 * the raffle where it has none.
 */
export const readPromises = record(
  {
    raffleId: uuid,
    leaves: integer(0, MAX_LEAVES),
    secretHash: hex(32),
    quotaPrizesHash: nullable(hex(32)),
    boxesHash: nullable(hex(32)),
    quotaQuantity: integer(1, MAX_QUOTAS),
    prizes: list(text(new RegExp(`^[^]{1,${MAX_TITLE}}$`), 'title'), MAX_PRIZES),
    mode: oneOf('BEACON', 'LOTERIA_FEDERAL'),
    drawAt: nullable(time),
    contest: nullable(integer(1, 2 ** 31 - 1)),
    contestDate: nullable(date),
    seenAt: time,
  },
  ['seenAt'],
);
export type KeptPromises = ReturnType<typeof readPromises>;

export const readManifestHash = record({ raffleId: uuid, manifestHash: hex(32), seenAt: time }, ['seenAt']);
export type KeptManifestHash = ReturnType<typeof readManifestHash>;
