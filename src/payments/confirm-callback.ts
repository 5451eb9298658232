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

/** `about`: what it names, and the payments that the provider confirmed. */
interface ConfirmedCallback {
  outcome: CallbackOutcome;
  about: string[];
}

/** Asks the provider what was received, and settles that. Of the callback only the reference is used. */
export async function confirmCallback(app: App, providerName: string, body: Buffer): Promise<ConfirmedCallback> {
  const provider = await app.providers.find(providerName);
  if (!provider) return { outcome: 'ORPHAN', about: [] };
  let outcome: CallbackOutcome = 'NOTHING_DUE';
  const about = new Set<string>();
  for (const reference of provider.adapter.parseCallback(body)) {
    about.add(nameOf(reference));
    const payments = await consult(app, provider, reference);
    if (!payments) outcome = outcome === 'SETTLED' ? outcome : 'ORPHAN';
    for (const payment of payments ?? []) {
      await settlePayment(app, providerName, payment, 'CALLBACK');
      about.add(payment.endToEndId);
      outcome = 'SETTLED';
    }
  }
  return { outcome, about: [...about] };
}

/** What a callback names that could not be confirmed; nothing of one that cannot be read. */
export async function referencesIn({ providers }: App, providerName: string, body: string): Promise<string[]> {
  try {
    const provider = await providers.find(providerName);
    return provider?.adapter.parseCallback(Buffer.from(body)).map(nameOf) ?? [];
  } catch {
    return [];
  }
}

/** Several payments may have one txid. */
function nameOf({ endToEndId, providerReference, txid }: CallbackReference): string {
  return endToEndId ?? providerReference ?? txid ?? '';
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
