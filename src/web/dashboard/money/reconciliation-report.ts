import type { ReconciliationQuery } from '../../../generated/client/operations.js';

export type Report = ReconciliationQuery['reconciliation'];

export type RefundAction = { what: 'retry' | 'confirm' | 'confirmOverdue' | 'resolve'; id: string; amount: string | undefined };
