import { afterAll, beforeAll, expect, it } from 'vitest';
import { startBankedServer, type BankedServer } from './support/banked-server.js';
import { aLegacyClient, chargeBody } from './support/legacy-client.js';

let banked: BankedServer;
beforeAll(async () => {
  banked = await startBankedServer();
});
afterAll(() => banked?.stop());

it('tries', async () => {
  const client = await aLegacyClient(banked.server);
  console.log((await client.login()).text);
  const a = await client.charge(chargeBody());
  console.log(a.status, a.text, [...a.headers]);
  const b = await client.charge({ amount: '5', meta: { webhook_url: 'x', y: 1 }, zz: 1 });
  console.log(b.status, b.text);
  const receipt = await banked.payAtBank(a.body.payment);
  console.log(receipt);
  await expect.poll(async () => (await client.call('GET', `/cashin/api/billing_order/${a.body.hash}`)).body.status, { timeout: 5000 }).toBe(1);
  for (const path of [`/cashin/api/billing_order/${a.body.hash}`, '/client/api/balance', '/client/api/extracts', '/client/api/webhooks']) {
    const answer = await client.call('GET', path, { signed: true });
    console.log(path, answer.status, answer.text);
  }
  for (const [method, path, body] of [
    ['POST', '/client/api/webhooks', { type: 0, url: 'http://127.0.0.1:9/x' }],
    ['GET', '/client/api/webhooks/1', undefined],
    ['PUT', '/client/api/webhooks/1', { url: 'http://127.0.0.1:9/y' }],
    ['DELETE', '/client/api/webhooks/1', undefined],
    ['GET', '/client/api/webhooks', undefined],
    ['PATCH', '/client/api/webhooks/1', ''],
    ['PATCH', '/client/api/webhooks/1', '{"x":1}'],
    ['PATCH', '/client/api/webhooks/1', '{'],
    ['PATCH', '/client/api/webhooks/x', undefined],
    ['GET', '/client/api/webhooks/deliveries', undefined],
    ['PUT', '/cashin/api/billing_order', '{}'],
    ['POST', '/client/api/webhooks/deliveries/x/redeliver', undefined],
  ] as const) {
    const answer = await client.call(method, path, { body });
    console.log(method, path, answer.status, answer.text);
  }
});
