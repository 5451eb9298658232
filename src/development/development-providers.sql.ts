// SQL: every start in development asks, before Prisma's engine is loaded.
import { statement } from '../platform/database/statement.js';

/**
 * Makes a provider of development, or gives the one that is there another address and secret. $1 name, $2 adapter, $3 priority, $4 PIX
 * key, $5 and $6 merchant's name and city, $7 base URL or null, $8 the sealed secret.
 */
export const keepProvider = statement<object>(
  'keep_development_provider',
  `
  INSERT INTO payment_providers
    (name, adapter, priority, pix_key, merchant_name, merchant_city, base_url, sealed_callback_secret, updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, now())
  ON CONFLICT (name) DO UPDATE
  SET base_url = excluded.base_url, sealed_callback_secret = excluded.sealed_callback_secret, updated_at = now()`,
  { repeatable: true },
);
