import { afterEach, beforeAll, expect, it } from 'vitest';
import { startBankedServer } from './support/banked-server.js';
import { providerDesk, STATIC_PROVIDER } from './support/provider-desk.js';
import { refused, restClient, type Call } from './support/rest-contract.js';
import { answerJson, open, SANDBOX_ACCOUNT, startRemoteService, stopAll } from './support/sandbox.js';
import { changeProvider } from './support/sales.js';
import { forTests } from './support/start.js';
import { anAdmin } from './support/actors.js';

const { clientId, clientSecret } = SANDBOX_ACCOUNT;
const HOUR_MS = 3600 * 1_000;

const banked = forTests(startBankedServer);
let rest: ReturnType<typeof restClient>;
beforeAll(() => void (rest = restClient(banked.server)));
afterEach(stopAll);

const ask = (route: string, call: Call = {}) => rest(route, { token: banked.admin.token, ...call });
const rotate = (name = 'sandbox') => ask('POST /v1/payments/providers/{name}/rotate-callback-secret', { params: { name } });
const register = (body: object = { providerName: 'sandbox' }) => ask('POST /v1/payment-gateway/webhooks', { body });

const secretNow = async () => (await banked.server.app.providers.find('sandbox'))!.settings.callbackSecret;

async function callBack(secret: string): Promise<number> {
  const answer = await fetch(`${banked.server.url}/v1/payments/callbacks/sandbox?hmac=${secret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pix: [{ txid: 'a'.repeat(32) }] }),
  });
  return answer.status;
}

it('is replaced: the old one is believed for a day, and the provider gets the new one when it is registered again', async () => {
  await register();
  const old = await secretNow();
  const { status, body } = await rotate();
  expect(status).toBe(200);
  expect(Date.parse(body.previousCallbackSecretEndsAt) - Date.now()).toBeGreaterThan(23 * HOUR_MS);
  expect(JSON.stringify(body)).not.toContain(old);
  const now = await secretNow();
  expect(now).not.toBe(old);
  expect([await callBack(old), await callBack(now), await callBack('guessed')]).toEqual([200, 200, 401]);

  await register();
  expect(await secretNow()).toBe(now);
  const made = await ask('POST /v1/payment-gateway/qrcode', { body: { amount: '3.10', description: 'A try' } });
  const { endToEndId } = await banked.payAtBank(made.body.content);
  const settled = () => banked.server.app.db.prisma.payment.findUnique({ where: { endToEndId } });
  await expect.poll(settled).toMatchObject({ source: 'CALLBACK' });

  await changeProvider(banked.server, 'sandbox', { previousCallbackSecretEndsAt: new Date(Date.now() - 1) });
  expect([await callBack(old), await callBack(now)]).toEqual([401, 200]);
  expect(await banked.server.app.db.prisma.auditEntry.findMany({ where: { action: 'rotateCallbackSecret' } })).toMatchObject([
    { actorId: banked.admin.id, subjectId: 'sandbox', details: {} },
  ]);
});

it('ends at once when it is replaced twice, as one that leaked must', async () => {
  const leaked = await secretNow();
  await rotate();
  const between = await secretNow();
  await rotate();
  expect([await callBack(leaked), await callBack(between), await callBack(await secretNow())]).toEqual([401, 200, 200]);
  await register();
});

it('is blanked out where a provider says it back, the old one too', async () => {
  const secrets: string[] = [];
  const parrot = await startRemoteService((_, response) => answerJson(response, 400, { error: secrets.join(' and ') }));
  open.push(parrot);
  const credentials = { clientId, clientSecret };
  const settings = { ...STATIC_PROVIDER, adapter: 'bacen', baseUrl: parrot.url, credentials, active: false };
  await providerDesk(banked.server.graphql, banked.admin.token).upsert({ name: 'parrot', ...settings });
  const keep = async () => secrets.push((await banked.server.app.providers.find('parrot'))!.settings.callbackSecret);
  await keep();
  await rotate('parrot');
  await keep();
  const answer = await ask('POST /v1/payment-gateway/token', { body: { providerName: 'parrot' } });
  expect(answer.body.message).toContain('answered 400: *** and ***');
});

it('is none of ours at a provider without callbacks, or with its own signature', async () => {
  expect(await rotate('static')).toMatchObject(refused(409));
  expect(await rotate('nobody')).toMatchObject(refused(404));
});

it("is never told to another host: not by the address of callbacks, and not by the provider's", async () => {
  const finance = await anAdmin(banked.server, 'FINANCE');
  const spy = await startRemoteService(({ url, method }, response) => {
    if (url === '/oauth/token') return answerJson(response, 200, { access_token: 'token', expires_in: 60 });
    if (method === 'PUT') return answerJson(response, 200, {});
    return answerJson(response, 200, { webhookUrl: 'https://rifa.example', criacao: new Date().toISOString() });
  });
  open.push(spy);
  await register();
  const atBank = await secretNow();
  const elsewhere = { providerName: 'sandbox', url: `${spy.url}/callbacks` };
  expect(await ask('POST /v1/payment-gateway/webhooks', { token: finance.token, body: elsewhere })).toMatchObject(
    refused(400, { url: [expect.stringContaining('CALLBACK_ORIGINS')] }),
  );
  expect(spy.received).toEqual([]);

  const desk = providerDesk(banked.server.graphql, finance.token);
  const back = { name: 'sandbox', baseUrl: banked.bank.url, credentials: { clientId, clientSecret } };
  await desk.upsert({ ...back, baseUrl: spy.url });
  expect(await callBack(atBank)).toBe(200);
  expect((await register()).status).toBe(201);
  const told = await secretNow();
  expect(spy.received.map(({ body }) => body).join()).toContain(told);
  expect(JSON.stringify(spy.received)).not.toContain(atBank);

  await desk.upsert(back);
  await register();
  expect([await callBack(told), await callBack(atBank), await callBack(await secretNow())]).toEqual([401, 401, 200]);
});
