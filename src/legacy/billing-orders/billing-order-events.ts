import { formatMoney } from '../../platform/money.js';
import type { App } from '../../context.js';
import type { Transaction } from '../../platform/database/database.js';
import { writeEvents, type OutgoingEvent } from '../../webhooks/outbox.js';
import { selectBillingOrders, type BillingOrderRow } from './billing-order.sql.js';
import { billingOrderRecord } from './billing-order-record.js';

/**
 * Tells of billing orders that were just paid or refunded, in the transaction that did it: their client gets the flat
 * billing order at its endpoints and at the address the order named, operators an event with the amount in reais.
 */
export async function writeBillingOrderEvents(
  app: Pick<App, 'deliveries'>,
  tx: Transaction,
  type: 'billing_order.paid' | 'billing_order.refunded',
  { ids, clientName }: { ids: string[]; clientName: string },
): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.query(selectBillingOrders, [ids]);
  const events = rows.flatMap((row): OutgoingEvent[] => [
    { type, clientId: row.clientId, data: billingOrderRecord(row), ...(row.webhookUrl !== null && { url: row.webhookUrl }) },
    { type, data: forOperators(row, clientName) },
  ]);
  await writeEvents(app, tx, events);
}

function forOperators(row: BillingOrderRow, clientName: string): object {
  const { id, clientId, externalId, payerName, description, status, paidAt, endToEndId, txid } = row;
  return {
    hash: id,
    clientId,
    clientName,
    externalId,
    payerName,
    description,
    amount: formatMoney(row.amount),
    status,
    paidAt,
    endToEndId,
    txid,
  };
}
