import { expect } from 'vitest';
import {
  type AdapterName,
  type ChargeRequest,
  type ProviderAdapter,
  type ProviderSettings,
  type ReceivedPayment,
  type UnreadablePayment,
  newTxid,
} from '../../src/payment-providers/adapters/adapter.js';
import { createAdapter } from '../../src/payment-providers/adapters/create-adapter.js';
import type { CallOptions } from '../../src/payment-providers/adapters/provider-api.js';
import { createProviderHosts } from '../../src/payment-providers/client/provider-hosts.js';
import { UnsupportedOperationError } from '../../src/payment-providers/adapters/unsupported-operation.js';
import { ProviderError } from '../../src/payment-providers/client/provider-error.js';
import { open, SANDBOX_ACCOUNT } from './sandbox.js';

/** Those of development: any. */
export const ANY_HOST = { hosts: createProviderHosts({ production: false, providerOrigins: [] }) };

/** The settings of a provider at `baseUrl` that has the account of the tests. */
export function settingsOf(baseUrl: string, more: Partial<ProviderSettings> = {}): ProviderSettings {
  const { clientId, clientSecret, ...payee } = SANDBOX_ACCOUNT;
  return {
    name: 'acme',
    ...payee,
    baseUrl,
    credentials: { clientId, clientSecret },
    callbackSecret: 'callback&secret=',
    ...more,
  };
}

export function openAdapter(name: AdapterName, settings: ProviderSettings, options: Partial<CallOptions> = {}): ProviderAdapter {
  const adapter = createAdapter(name, settings, { ...ANY_HOST, ...options });
  open.push({ stop: () => adapter.close() });
  return adapter;
}

export function adapterOf(baseUrl: string, more: Partial<ProviderSettings> = {}): ProviderAdapter {
  return openAdapter('bacen', settingsOf(baseUrl, more));
}

export function chargeRequest(more: Partial<ChargeRequest> = {}): ChargeRequest {
  return { txid: newTxid('bacen'), amountCentavos: 1250n, expiresInSeconds: 900, description: 'Rifa da moto, 10 cotas', ...more };
}

/** What the call failed with; one that answers, or fails otherwise, fails the test. */
export async function failureOf(call: Promise<unknown>): Promise<ProviderError> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ProviderError) return error;
  throw new Error('expected a ProviderError', { cause: error });
}

/** Every payment of a list, all of which can be read. */
export async function collect(payments: AsyncIterable<ReceivedPayment | UnreadablePayment>): Promise<ReceivedPayment[]> {
  const found: ReceivedPayment[] = [];
  for await (const payment of payments) {
    if ('problem' in payment) throw new Error(payment.problem);
    found.push(payment);
  }
  return found;
}

/** An operation that a provider is not known to have fails by saying so. */
export async function expectNoOperation(
  adapter: ProviderAdapter,
  name: string,
  operation: 'cancelCharge' | 'refund' | 'consultRefund',
): Promise<void> {
  const reference = { endToEndId: `${name}:a`, refundId: 'r', amountCentavos: 1n };
  await expect(adapter[operation](reference)).rejects.toThrow(UnsupportedOperationError);
  await expect(adapter[operation](reference)).rejects.toThrow(`the adapter "${name}" has no operation "${operation}".`);
}

/** A provider that is not known to list what it received. */
export async function expectNoList(adapter: ProviderAdapter): Promise<void> {
  const listed = async (): Promise<ReceivedPayment[]> =>
    collect(adapter.listReceivedPayments({ from: new Date(0), to: new Date() }));
  await expect(listed()).rejects.toThrow(UnsupportedOperationError);
}
