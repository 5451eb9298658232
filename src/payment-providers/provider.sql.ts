// SQL: every start reads it before Prisma's engine is loaded; a lock; a time of change by the database's clock.
import { Prisma, type PaymentProvider } from '../generated/prisma/client.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';

const PROVIDER_COLUMNS = selectList(columnsOfTable('p', Object.values(Prisma.PaymentProviderScalarFieldEnum)));

export const selectProviders = statement<PaymentProvider>(
  'select_providers',
  `
  SELECT ${PROVIDER_COLUMNS} FROM payment_providers p ORDER BY p.priority, p.name`,
);

export const lockPaymentProvider = statement<PaymentProvider>(
  'lock_payment_provider',
  `SELECT ${PROVIDER_COLUMNS} FROM payment_providers p WHERE p.name = $1 FOR UPDATE`,
);

/** The time of change tells versions apart, so it grows even within a millisecond. */
const CHANGED_AT = `greatest(clock_timestamp(), p.updated_at + interval '1 millisecond')`;

/** $1 name, then as in the statement. */
export const updatePaymentProvider = statement<PaymentProvider>(
  'update_payment_provider',
  `
  UPDATE payment_providers p SET active = $2, priority = $3, pix_key = $4, merchant_name = $5, merchant_city = $6, base_url = $7,
    sealed_credentials = $8, updated_at = ${CHANGED_AT}
  WHERE p.name = $1 RETURNING ${PROVIDER_COLUMNS}`,
);

/** $1 name, $2 the new one, $3 the one before, $4 until when it is accepted, $5 who has the new one. */
export const updateCallbackSecret = statement<PaymentProvider>(
  'update_callback_secret',
  `
  UPDATE payment_providers p SET sealed_callback_secret = $2, sealed_previous_callback_secret = $3,
    previous_callback_secret_ends_at = $4, callback_secret_origin = $5, updated_at = ${CHANGED_AT}
  WHERE p.name = $1 RETURNING ${PROVIDER_COLUMNS}`,
);

/** $1 name, $2 who is given the secret. */
export const giveCallbackSecret = statement<object>(
  'give_callback_secret',
  'UPDATE payment_providers SET callback_secret_origin = $2 WHERE name = $1',
);
