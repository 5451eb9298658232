import type { App } from '../context.js';
import type { CallbackOutcome } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';
import type { CallbackReference, ReceivedPayment } from '../payment-providers/adapters/adapter.js';
import type { Provider } from '../payment-providers/providers.js';
import { settlePayment } from './settle.js';

const findChargeByReference = statement<{ txid: string }>(
  'find_charge_by_reference',
  `
  SELECT txid FROM charges WHERE provider_name = $1 AND provider_reference = $2`,
);

/** Asks the provider what was received, and settles that. Of the callback only the reference is used. */
export async function confirmCallback(app: App, providerName: string, body: Buffer): Promise<CallbackOutcome> {
  const provider = await app.providers.find(providerName);
  if (!provider) return 'ORPHAN';
  let outcome: CallbackOutcome = 'NOTHING_DUE';
  for (const reference of provider.adapter.parseCallback(body)) {
    const payments = await consult(app, provider, reference);
    if (!payments) outcome = outcome === 'SETTLED' ? outcome : 'ORPHAN';
    for (const payment of payments ?? []) {
      await settlePayment(app, providerName, payment, 'CALLBACK');
      outcome = 'SETTLED';
    }
  }
  return outcome;
}

/** What the provider says was received; undefined when it knows nothing. */
async function consult(
  app: App,
  { adapter, settings }: Provider,
  reference: CallbackReference,
): Promise<ReceivedPayment[] | undefined> {
  const { endToEndId, providerReference } = reference;
  if (endToEndId && !providerReference) {
    const payment = await adapter.consultPayment(endToEndId);
    return payment && [payment];
  }
  const [known] = providerReference ? await app.db.query(findChargeByReference, [settings.name, providerReference]) : [];
  const txid = providerReference ? known?.txid : reference.txid;
  const charge = await adapter.consultCharge({ ...(txid && { txid }), ...(providerReference && { providerReference }) });
  return charge?.payments.map((payment) => ({ ...payment, txid: payment.txid ?? txid }));
}
