import { expect } from 'vitest';
import { buildStaticCode } from '../../src/payment-providers/adapters/static-adapter.js';
import { newTxid } from '../../src/payment-providers/adapters/adapter.js';
import type { Cob, Pix } from '../../src/development/bank/documents.js';
import { startSandboxBank, type SandboxBank, type SandboxBankSettings } from '../../src/development/bank/start-sandbox-bank.js';
import { contracts } from './api-pix-contracts.js';
import {
  answerJson,
  askSandbox,
  open,
  SANDBOX_ACCOUNT,
  startRecorder,
  startRemoteService,
  stopAll,
  type Recorder,
  type RemoteService,
} from './sandbox.js';

/** Everything there was from 2020 to the end of the century. */
export const PERIOD = 'inicio=2020-01-01T00:00:00Z&fim=2100-01-01T00:00:00Z';

/** The bank of the test that runs, the recorder in front of it, and the token `api` sends. */
export const current = { token: '' } as { bank: Pick<SandboxBank, 'url' | 'stop'>; recorder: Recorder; token: string };

/** All of the test, when it starts several. */
const recorders: Recorder[] = [];

/** Starts a bank and makes it the current one. */
export async function openBank(settings: Partial<SandboxBankSettings> = {}): Promise<void> {
  const bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT, ...settings });
  open.push(bank);
  await useBank(bank);
}

/** Makes a bank that runs already the current one. */
export async function useBank(bank: Pick<SandboxBank, 'url' | 'stop'>): Promise<void> {
  const recorder = await startRecorder(bank.url);
  open.push(recorder);
  recorders.push(recorder);
  Object.assign(current, { bank, recorder });
  current.token = await newToken();
}

/** Stops all, and fails the test when an exchange with one of its banks broke the contract. */
export async function closeBank(): Promise<void> {
  await stopAll();
  const exchanges = recorders.splice(0).flatMap((recorder) => recorder.exchanges);
  expect(exchanges.flatMap((exchange) => contracts.flatMap((contract) => contract.exchange(exchange)))).toEqual([]);
}

/** Asks the token endpoint as the tests' client, or as another. */
export function askToken(form: Record<string, string>, client = `${SANDBOX_ACCOUNT.clientId}:${SANDBOX_ACCOUNT.clientSecret}`) {
  const headers = { authorization: `Basic ${Buffer.from(client).toString('base64')}` };
  return fetch(`${current.recorder.url}/oauth/token`, { method: 'POST', headers, body: new URLSearchParams(form) });
}

export async function newToken(): Promise<string> {
  const answer = await askToken({ grant_type: 'client_credentials' });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** A request to API Pix; `body` is what it answered. */
export async function api(method: string, url: string, body?: unknown) {
  const answer = await fetch(current.recorder.url + url, {
    method,
    headers: { authorization: `Bearer ${current.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
}

/** The body that asks for a charge. */
export function cobRequest(original = '12.50', more: object = {}) {
  return { calendario: { expiracao: 900 }, valor: { original }, chave: SANDBOX_ACCOUNT.pixKey, ...more };
}

export async function newCob(original?: string, more?: object): Promise<Cob> {
  const { status, body } = await api('PUT', `/cob/${newTxid('bacen')}`, cobRequest(original, more));
  expect(status).toBe(201);
  return body;
}

export function pay(pixCopiaECola: string, valor?: string) {
  return askSandbox(current.bank.url, 'POST', '/sandbox/pay', { pixCopiaECola, valor });
}

export function behave(behaviour: object) {
  return askSandbox(current.bank.url, 'PUT', '/sandbox/behaviour', behaviour);
}

export function staticCode(amountCentavos = 1250n, txid = 'order1'): string {
  return buildStaticCode(SANDBOX_ACCOUNT, { txid, amountCentavos, description: 'Rifa' });
}

/** Registers a receiver of callbacks, which answers 200 unless `answer` says otherwise. */
export async function receiver(answer?: Parameters<typeof startRemoteService>[0]): Promise<RemoteService> {
  const service = await startRemoteService(answer ?? ((_, response) => answerJson(response, 200, {})));
  open.push(service);
  const { status } = await api('PUT', `/webhook/${SANDBOX_ACCOUNT.pixKey}`, { webhookUrl: `${service.url}/hook` });
  expect(status).toBe(200);
  return service;
}

/** The payments a receiver was told of, in their order. */
export function calledBack(service: RemoteService): Pix[] {
  return service.received.flatMap(({ body }) => JSON.parse(body).pix);
}
