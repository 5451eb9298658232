import { DisputeOpener } from '../generated/prisma/enums.js';
import type { Dispute } from '../generated/prisma/client.js';
import { formatMoney } from '../platform/money.js';
import * as shape from '../webhooks/event-shapes.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';

type Told = Pick<Dispute, 'id' | 'paymentId' | 'amount' | 'openedBy' | 'status'>;

const dataOf = ({ id, paymentId, amount }: Told) => ({ disputeId: id, paymentId, amount: formatMoney(amount) });

/** `payment.disputed` of an open one, `payment.dispute_ended` of any other. */
export function disputeEvent(dispute: Told): OutgoingEvent {
  const { status, openedBy } = dispute;
  return status === 'OPEN'
    ? { type: 'payment.disputed', data: { ...dataOf(dispute), openedBy } }
    : { type: 'payment.dispute_ended', data: { ...dataOf(dispute), status } };
}

const SHAPE = {
  disputeId: shape.uuid,
  paymentId: shape.uuid,
  amount: shape.described(shape.money, 'What of the payment is disputed, in reais.'),
};
const SAMPLE = { disputeId: shape.NOWHERE, paymentId: shape.NOWHERE, amount: '12.50' };

export const disputeEvents = {
  'payment.disputed': {
    description:
      'a bank or an operator disputes a payment (MED), perhaps again: no refund and no prize goes out for it until '
      + '`payment.dispute_ended`.',
    data: shape.record({ ...SHAPE, openedBy: { type: 'string', enum: Object.values(DisputeOpener) } }),
    sample: { ...SAMPLE, openedBy: 'PROVIDER' },
  },
  'payment.dispute_ended': {
    description: 'a dispute ended: RELEASED if the money stays, RETURNED if it went back.',
    data: shape.record({ ...SHAPE, status: { type: 'string', enum: ['RELEASED', 'RETURNED'] } }),
    sample: { ...SAMPLE, status: 'RELEASED' },
  },
} satisfies Record<string, shape.EventDeclaration>;
