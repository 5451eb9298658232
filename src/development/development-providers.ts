import { randomBytes } from 'node:crypto';
import type { App } from '../context.js';
import { selectProviders } from '../payment-providers/provider.sql.js';
import { seal, unseal } from '../platform/crypto.js';
import { statement, type Sql } from '../platform/database/statement.js';
import { SANDBOX_ACCOUNT } from './bank/spawn-sandbox-bank.js';

/** $1 name, $2 adapter, $3 priority, $4 PIX key, $5 and $6 merchant's name and city, $7 base URL or null, which gets the secret, $8 the sealed secret. */
const keepProvider = statement<object>(
  'keep_development_provider',
  `
  INSERT INTO payment_providers
    (name, adapter, priority, pix_key, merchant_name, merchant_city, base_url, sealed_callback_secret, callback_secret_origin,
     updated_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, now())
  ON CONFLICT (name) DO UPDATE
  SET base_url = excluded.base_url, sealed_callback_secret = excluded.sealed_callback_secret,
    callback_secret_origin = excluded.callback_secret_origin, updated_at = now()`,
  { repeatable: true },
);

const STATIC_PIX_KEY = 'c6f8a4d2-52c5-4a0b-9c3f-7e0d1b8a9f10';

/**
 * Makes, or updates, the two providers of development: `sandbox`, which charges through the bank at `sandboxUrl`, and `static`,
 * whose codes are paid by hand. By statements, so that no start loads Prisma's engine for it.
 */
export async function ensureDevelopmentProviders(
  { db, config }: { db: Sql; config: App['config'] },
  sandboxUrl: string,
): Promise<void> {
  const { merchantName, merchantCity } = SANDBOX_ACCOUNT;
  const providers = [
    { name: 'sandbox', adapter: 'sandbox', priority: 1, pixKey: SANDBOX_ACCOUNT.pixKey, baseUrl: sandboxUrl },
    { name: 'static', adapter: 'static', priority: 2, pixKey: STATIC_PIX_KEY, baseUrl: null },
  ];
  const rows = await db.query(selectProviders);
  for (const provider of providers) {
    const known = rows.find(({ name }) => name === provider.name);
    const isSealed = known && opens(config.encryptionKeys, known.sealedCallbackSecret);
    if (isSealed && known.baseUrl === provider.baseUrl) continue;
    const sealedCallbackSecret = isSealed
      ? known.sealedCallbackSecret
      : seal(config.encryptionKeys, Buffer.from(randomBytes(24).toString('base64url')));
    const { name, adapter, priority, pixKey, baseUrl } = provider;
    const values = [name, adapter, priority, pixKey, merchantName, merchantCity, baseUrl, sealedCallbackSecret];
    await db.query(keepProvider, values);
  }
}

/** The data folder, with the development key, may be newer than the database. */
function opens(keys: Buffer[], sealed: Uint8Array): boolean {
  try {
    unseal(keys, sealed);
    return true;
  } catch {
    return false;
  }
}
