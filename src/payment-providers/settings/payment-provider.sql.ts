import { statement } from '../../platform/database/statement.js';

/** A provider's row. */
export interface PaymentProviderRow {
  name: string;
  adapter: string;
  active: boolean;
  priority: number;
  pixKey: string;
  merchantName: string;
  merchantCity: string;
  baseUrl: string | null;
  sealedCredentials: Buffer | null;
  sealedCallbackSecret: Buffer;
  createdAt: Date;
  updatedAt: Date;
}

const COLUMNS = `
  name, adapter, active, priority, pix_key AS "pixKey", merchant_name AS "merchantName", merchant_city AS "merchantCity",
  base_url AS "baseUrl", sealed_credentials AS "sealedCredentials", sealed_callback_secret AS "sealedCallbackSecret",
  created_at AS "createdAt", updated_at AS "updatedAt"`;

/** In the order in which the default is chosen. $1 how many at most. */
export const selectPaymentProviders = statement<PaymentProviderRow>(
  'select_payment_providers',
  `
  SELECT ${COLUMNS} FROM payment_providers ORDER BY priority, name LIMIT $1`,
);

/** $1 name. */
export const selectPaymentProvider = statement<PaymentProviderRow>(
  'select_payment_provider',
  `
  SELECT ${COLUMNS} FROM payment_providers WHERE name = $1`,
);

/** The same, until the transaction ends nobody else's to change. $1 name. */
export const lockPaymentProvider = statement<PaymentProviderRow>(
  'lock_payment_provider',
  `
  SELECT ${COLUMNS} FROM payment_providers WHERE name = $1 FOR UPDATE`,
);

export const countPaymentProviders = statement<{ count: bigint }>(
  'count_payment_providers',
  `
  SELECT count(*) FROM payment_providers`,
);

/**
 * Answers nothing when the name is taken. $1 name, $2 active, $3 priority, $4 PIX key, $5 merchant's name, $6 city, $7 base URL,
 * $8 and $9 credentials and callback secret, sealed, $10 adapter.
 */
export const insertPaymentProvider = statement<PaymentProviderRow>(
  'insert_payment_provider',
  `
  INSERT INTO payment_providers (name, active, priority, pix_key, merchant_name, merchant_city, base_url, sealed_credentials,
                                 sealed_callback_secret, adapter)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (name) DO NOTHING RETURNING ${COLUMNS}`,
);

/** $1 to $9 as above. Its time of change is what processes tell its versions by, so it grows even within a millisecond. */
export const updatePaymentProvider = statement<PaymentProviderRow>(
  'update_payment_provider',
  `
  UPDATE payment_providers SET active = $2, priority = $3, pix_key = $4, merchant_name = $5, merchant_city = $6, base_url = $7,
    sealed_credentials = $8, sealed_callback_secret = $9,
    updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond')
  WHERE name = $1 RETURNING ${COLUMNS}`,
);
