import type { Feature } from '../feature.js';
import { unseal } from '../platform/crypto.js';

/** A column that keeps secrets, encrypted, and the primary key of its rows. */
export interface SealedColumn {
  table: string;
  column: string;
  key: string;
  keyType: 'text' | 'uuid' | 'int';
}

/** The sealed columns of a list of features. */
export function sealedColumnsOf(features: readonly Feature[]): SealedColumn[] {
  return features.flatMap(({ sealed = [] }) => sealed);
}

/** A stored secret; undefined when no key of the list made it. */
export function opened(keys: Buffer[], sealed: Buffer): Buffer | undefined {
  try {
    return unseal(keys, sealed);
  } catch {
    return undefined;
  }
}
