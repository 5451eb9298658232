/** Of the book. */
export const LEAF_BYTES = 36;
export const MAX_LEAVES = 2 ** 32 - 1;
export const MAX_QUOTAS = 10_000_000;
/** Main prizes. */
export const MAX_PRIZES = 1000;
