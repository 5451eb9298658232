// SQL: every start reads it, before Prisma's engine is loaded.
import { Prisma, type PaymentProvider } from '../generated/prisma/client.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';

/** Of `payment_providers p`. */
export const PROVIDER_COLUMNS = selectList(columnsOfTable('p', Object.values(Prisma.PaymentProviderScalarFieldEnum)));

/** All of them, in the order in which they are chosen. */
export const selectProviders = statement<PaymentProvider>(
  'select_providers',
  `
  SELECT ${PROVIDER_COLUMNS} FROM payment_providers p ORDER BY p.priority, p.name`,
);
