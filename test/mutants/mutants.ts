import { accessMutants } from './faults/access.js';
import { boxMutants } from './faults/boxes.js';
import { clientMutants } from './faults/client.js';
import { commissionMutants } from './faults/commissions.js';
import { databaseMutants } from './faults/database.js';
import { drawMutants } from './faults/draws.js';
import { fileMutants } from './faults/files.js';
import { leaseMutants } from './faults/leases.js';
import { metricsMutants } from './faults/metrics.js';
import { moneyInMutants } from './faults/money-in.js';
import { moneyOutMutants } from './faults/money-out.js';
import { orderMutants } from './faults/orders.js';
import { pageMutants } from './faults/pages.js';
import { peopleMutants } from './faults/people.js';
import { pricingMutants } from './faults/pricing.js';
import { quotaPrizeMutants } from './faults/quota-prizes.js';
import { quotaMutants } from './faults/quotas.js';
import { reportedReturnMutants } from './faults/reported-returns.js';
import { webhookMutants } from './faults/webhooks.js';
import type { Mutant } from './mutant.js';

/** All of them: a fault that tests have missed once, or that would cost quotas, money or a right, is added here. */
export const mutants: readonly Mutant[] = [
  ...quotaMutants,
  ...orderMutants,
  ...pricingMutants,
  ...metricsMutants,
  ...pageMutants,
  ...clientMutants,
  ...moneyInMutants,
  ...moneyOutMutants,
  ...reportedReturnMutants,
  ...drawMutants,
  ...boxMutants,
  ...quotaPrizeMutants,
  ...leaseMutants,
  ...databaseMutants,
  ...accessMutants,
  ...peopleMutants,
  ...fileMutants,
  ...commissionMutants,
  ...webhookMutants,
];
