import { unseal } from '../platform/crypto.js';

/** A column that keeps secrets, encrypted, and the primary key of its rows. */
export interface SealedColumn {
  table: string;
  column: string;
  key: string;
  keyType: 'text' | 'uuid' | 'int';
}

/** Every one there is; a test holds this list against the database. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'payment_providers', column: 'sealed_credentials', key: 'name', keyType: 'text' },
  { table: 'payment_providers', column: 'sealed_callback_secret', key: 'name', keyType: 'text' },
  { table: 'raffles', column: 'sealed_secret', key: 'id', keyType: 'uuid' },
  { table: 'raffle_commitments', column: 'sealed_box_seed', key: 'raffle_id', keyType: 'uuid' },
  { table: 'raffle_commitments', column: 'sealed_quota_prizes_salt', key: 'raffle_id', keyType: 'uuid' },
  { table: 'draws', column: 'sealed_leaf_key', key: 'raffle_id', keyType: 'uuid' },
  { table: 'api_clients', column: 'sealed_signature_secret', key: 'id', keyType: 'uuid' },
  { table: 'webhook_endpoints', column: 'sealed_secret', key: 'id', keyType: 'int' },
  { table: 'webhook_endpoints', column: 'sealed_previous_secret', key: 'id', keyType: 'int' },
];

/** A stored secret; undefined when no key of the list made it. */
export function opened(keys: Buffer[], sealed: Buffer): Buffer | undefined {
  try {
    return unseal(keys, sealed);
  } catch {
    return undefined;
  }
}
