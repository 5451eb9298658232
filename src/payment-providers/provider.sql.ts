import { Prisma, type PaymentProvider } from '../generated/prisma/client.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';

const COLUMNS: Record<keyof PaymentProvider, string> = columnsOfTable('p', Object.values(Prisma.PaymentProviderScalarFieldEnum));

/** All of them, in the order in which they are chosen. By a statement, for every process reads them before Prisma's engine is needed. */
export const selectProviders = statement<PaymentProvider>(
  'select_providers',
  `
  SELECT ${selectList(COLUMNS)} FROM payment_providers p ORDER BY p.priority, p.name`,
);
