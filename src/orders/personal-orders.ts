import { maskCpf, maskName } from '../platform/masking.js';

interface Payer {
  payerName: string | null;
  payerCpf: string | null;
}

/** Whoever has a code can pay it: an account is shown masked to the buyer, here as everywhere. */
export function withoutPayers<Order extends { payments: Payer[] }>(order: Order): Order {
  const payments = order.payments.map(({ payerName, payerCpf, ...payment }) => ({
    ...payment,
    payerName: payerName && maskName(payerName),
    payerCpf: payerCpf && maskCpf(payerCpf),
  }));
  return { ...order, payments };
}
