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

/** The time of change tells versions apart, so it grows even within a millisecond. $1 name, then as in the statement. */
export const updatePaymentProvider = statement<PaymentProvider>(
  'update_payment_provider',
  `
  UPDATE payment_providers p SET active = $2, priority = $3, pix_key = $4, merchant_name = $5, merchant_city = $6, base_url = $7,
    sealed_credentials = $8, sealed_callback_secret = $9,
    updated_at = greatest(clock_timestamp(), p.updated_at + interval '1 millisecond')
  WHERE p.name = $1 RETURNING ${PROVIDER_COLUMNS}`,
);
