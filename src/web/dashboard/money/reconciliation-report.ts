import type { ReconciliationQuery } from '../../../generated/client/operations.js';

export type Report = ReconciliationQuery['reconciliation'];

export type Doing = { what: 'retry' | 'confirm'; id: string; amount: string | undefined };
