import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from './support/eventually.js';
import { contracts } from './support/api-pix-contracts.js';
import { buildBrCode } from '../src/payment-providers/br-code/br-code.js';
import { newTxid } from '../src/payment-providers/adapters/adapter.js';
import {
  api,
  behave,
  calledBack,
  closeBank,
  cobRequest,
  current,
  openBank,
  pay,
  PERIOD,
  receiver,
  staticCode,
} from './support/bank.js';
import { answerJson, askSandbox, SANDBOX_ACCOUNT } from './support/sandbox.js';

beforeEach(() => openBank());
afterEach(closeBank);

describe('a callback of the bank', () => {
  it('tells of payments with a txid, and of finished refunds, and of nothing else', async () => {
    const service = await receiver();
    await behave({ refundDelayMs: 0 });
    await pay(buildBrCode({ key: SANDBOX_ACCOUNT.pixKey, merchantName: 'Rifa', merchantCity: 'Recife', amountCentavos: 100n }));
    const { body } = await pay(staticCode());
    await eventually(() => service.received.length === 1);
    await api('PUT', `/pix/${String(body.endToEndId)}/devolucao/r1`, { valor: '2.50' });
    await eventually(() => service.received.length === 2);
    await askSandbox(current.bank.url, 'POST', '/sandbox/take-back', { endToEndId: body.endToEndId });
    await eventually(() => service.received.length === 3);

    expect(service.received.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(3).fill('POST /hook/pix'));
    expect(
      calledBack(service).map(({ txid, devolucoes }) => [txid, devolucoes?.map(({ valor, natureza }) => [valor, natureza])]),
    ).toEqual([
      ['order1', undefined],
      ['order1', [['2.50', 'ORIGINAL']]],
      [
        'order1',
        [
          ['2.50', 'ORIGINAL'],
          ['10.00', 'MED_FRAUDE'],
        ],
      ],
    ]);
    for (const { body: sent } of service.received) expect(contracts.flatMap((contract) => contract.callback(sent))).toEqual([]);
  });

  it('is tried again until it is taken', async () => {
    const service = await receiver((_, response) => answerJson(response, service.received.length < 2 ? 503 : 200, {}));
    await pay(staticCode());
    await eventually(() => service.received.length === 2);
    await sleep(1_200);
    expect(service.received).toHaveLength(2);
  });

  it('is not sent once it is cancelled', async () => {
    const service = await receiver();
    expect((await api('DELETE', `/webhook/${SANDBOX_ACCOUNT.pixKey}`)).status).toBe(204);
    await pay(staticCode());
    await sleep(100);
    expect(service.received).toEqual([]);
    expect((await api('GET', `/webhook/${SANDBOX_ACCOUNT.pixKey}`)).status).toBe(404);
  });

  it('is registered for our key only, with a URL, and listed', async () => {
    const { url } = await receiver();
    expect((await api('GET', '/webhook')).body.webhooks).toMatchObject([{ webhookUrl: `${url}/hook` }]);
    expect((await api('PUT', '/webhook/another@example.com', { webhookUrl: 'https://gateway.example' })).status).toBe(400);
    expect((await api('PUT', `/webhook/${SANDBOX_ACCOUNT.pixKey}`, { webhookUrl: 'gateway' })).body.violacoes).toMatchObject([
      { propriedade: 'webhook.webhookUrl' },
    ]);
  });

  it('is repeated, delayed, lost and overtaken on request', async () => {
    const service = await receiver();
    await behave({ callbackCopies: 3, callbackDelayMs: 100 });
    await pay(staticCode());
    expect(service.received).toHaveLength(0);
    await eventually(() => service.received.length === 3);
    expect(new Set(service.received.map(({ body }) => body)).size).toBe(1);

    await behave({ loseCallbacks: 1 });
    await pay(staticCode());
    await sleep(100);
    expect(service.received).toHaveLength(3);

    await behave({ shuffleCallbacks: true });
    const order = Array.from({ length: 20 }, (_, index) => `shuffled${index}`);
    for (const txid of order) await pay(staticCode(100n, txid));
    await eventually(() => service.received.length === 23);
    const arrived = calledBack(service)
      .slice(3)
      .map(({ txid }) => String(txid));
    expect(arrived.toSorted()).toEqual(order.toSorted());
    expect(arrived).not.toEqual(order);
  });
});

describe('the faults of the bank', () => {
  it('fail the next so many requests, then no more, and do nothing', async () => {
    await behave({ failRequests: 2 });
    const txid = newTxid('bacen');
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await api('PUT', `/cob/${txid}`, cobRequest())).status);
    expect(statuses).toEqual([503, 503, 201]);
    expect((await askSandbox(current.bank.url, 'GET', '/sandbox/behaviour')).body.failRequests).toBe(0);
  });

  it('fail a share of the requests', async () => {
    await behave({ failRequests: 0.5 });
    const statuses = await Promise.all(Array.from({ length: 60 }, async () => (await api('GET', `/pix?${PERIOD}`)).status));
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
  });

  it('lose an answer after doing what was asked', async () => {
    await behave({ loseAnswers: 1 });
    const txid = newTxid('bacen');
    await expect(api('PUT', `/cob/${txid}`, cobRequest())).rejects.toThrow('fetch failed');
    expect((await api('GET', `/cob/${txid}`)).body.status).toBe('ATIVA');
  });

  it('slow the bank down', async () => {
    await behave({ latencyMs: 150 });
    const startedMs = performance.now();
    await api('GET', `/pix?${PERIOD}`);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(145);
  });

  it('are known by name, and end when they are left out', async () => {
    expect((await behave({ latency: 3 })).status).toBe(400);
    expect((await behave({ failRequests: 1.5 })).status).toBe(400);
    await behave({ callbackCopies: 5 });
    expect((await behave({})).body).toEqual({
      callbackDelayMs: 0,
      callbackCopies: 1,
      loseCallbacks: 0,
      shuffleCallbacks: false,
      failRequests: 0,
      loseAnswers: 0,
      latencyMs: 0,
      refundDelayMs: 500,
      refuseRefunds: false,
      omitTxids: false,
    });
  });
});
