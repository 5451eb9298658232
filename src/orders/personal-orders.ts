import { maskCpf, maskName } from '../platform/masking.js';

interface Payer {
  payerName: string | null;
  payerCpf: string | null;
}

/** Anybody who has a code can pay it. So the payer may be another person than the buyer, and is masked here as everywhere. */
export function withoutPayers<Order extends { payments: Payer[] }>(order: Order): Order {
  const payments = order.payments.map(({ payerName, payerCpf, ...payment }) => ({
    ...payment,
    payerName: payerName && maskName(payerName),
    payerCpf: payerCpf && maskCpf(payerCpf),
  }));
  return { ...order, payments };
}
