import type { BulkActKind, OperatorRole } from '../generated/prisma/client.js';
import type { Context } from '../context.js';
import { cancelOrder } from '../orders/order.service.js';
import { refundOrder } from '../refunds/refund.service.js';
import { blockUser } from '../users/user-admin.service.js';
import { contactPrizeWinner } from '../won-prizes/won-prize.service.js';

interface Kind {
  /** The mutation that asks for it, and that of one, as the audit log names them. */
  action: string;
  actionOfOne: string;
  subject: 'order' | 'user' | 'wonPrize';
  /** Beside owners: those that may do it to one. */
  operators: readonly OperatorRole[];
  /** By the operation of one, which is safe to repeat. */
  run(ctx: Context, subjectId: string, asked: { reason: string | null; force: boolean }): Promise<unknown>;
}

export const BULK_ACT_KINDS = {
  CANCEL_ORDERS: {
    action: 'cancelOrders',
    actionOfOne: 'cancelOrder',
    subject: 'order',
    operators: ['SUPPORT'],
    run: (ctx, id, { force, reason }) => cancelOrder(ctx, id, force, reason),
  },
  REFUND_ORDERS: {
    action: 'refundOrders',
    actionOfOne: 'refundOrder',
    subject: 'order',
    operators: ['FINANCE'],
    run: (ctx, id, { reason }) => refundOrder(ctx, id, { reason }),
  },
  BLOCK_USERS: {
    action: 'blockUsers',
    actionOfOne: 'blockUser',
    subject: 'user',
    operators: ['SUPPORT'],
    run: (ctx, id, { reason }) => blockUser(ctx, id, reason ?? ''),
  },
  CONTACT_PRIZE_WINNERS: {
    action: 'contactPrizeWinners',
    actionOfOne: 'contactPrizeWinner',
    subject: 'wonPrize',
    operators: ['FINANCE', 'MANAGER', 'SUPPORT'],
    run: (ctx, id) => contactPrizeWinner(ctx, id),
  },
} satisfies Record<BulkActKind, Kind>;

export function mayDo(kind: BulkActKind, role: OperatorRole): boolean {
  const { operators }: Kind = BULK_ACT_KINDS[kind];
  return role === 'OWNER' || operators.includes(role);
}
