import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProviderAdapter, ProviderCredentials } from '../src/payment-providers/adapters/adapter.js';
import type { CallOptions } from '../src/payment-providers/adapters/provider-api.js';
import { ProviderError } from '../src/payment-providers/client/provider-error.js';
import { chargeRequest, failureOf, openAdapter, settingsOf } from './support/adapters.js';
import { PAGGUE_CREDENTIALS, startFakePaggue, type FakePaggue } from './support/fake-paggue.js';
import { open, stopAll } from './support/sandbox.js';

const CREATE = 'POST /cashin/api/billing_order';
const CONSULT = 'GET /cashin/api/billing_order/{hash}';
const TOKEN = 'POST /auth/v1/token';

describe('the way to Paggue and back', () => {
  let paggue: FakePaggue;
  let adapter: ProviderAdapter;

  beforeEach(async () => {
    paggue = await startFakePaggue();
    open.push(paggue);
    adapter = adapterWith();
  });
  afterEach(async () => {
    await stopAll();
    expect(paggue.problems).toEqual([]);
  });

  const adapterWith = (more: Partial<ProviderCredentials> = {}, options?: Partial<CallOptions>) =>
    openAdapter('paggue', settingsOf(paggue.url, { credentials: { ...PAGGUE_CREDENTIALS, ...more } }), options);

  describe('when it fails', () => {
    it('is asked again for the same billing order, which it makes once', async () => {
      const request = chargeRequest();
      paggue.fail(CREATE, 'LOST_ANSWER', { status: 503 });
      const created = await adapter.createCharge(request);

      expect(paggue.orders.map(({ external_id: txid }) => txid)).toEqual([request.txid]);
      expect(await adapter.createCharge(request)).toEqual(created);
      expect(new Set(paggue.asked(CREATE).map(({ body }) => body)).size).toBe(1);
    });

    it('waits as long as it says after 429', async () => {
      const created = await adapter.createCharge(chargeRequest());
      paggue.fail(CONSULT, { status: 429, headers: { 'retry-after': '1' } });
      const startedMs = performance.now();

      expect(await adapter.consultCharge(created)).toEqual(created);
      expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1_000);
    });

    it('is not waited for longer than a deadline, its token included', async () => {
      paggue.fail(TOKEN, 'NO_ANSWER');
      const startedMs = performance.now();

      expect((await failureOf(adapterWith({}, { deadlineMs: 300 }).createCharge(chargeRequest()))).kind).toBe('TIMEOUT');
      expect(performance.now() - startedMs).toBeLessThan(2_000);
      expect(paggue.asked(CREATE)).toHaveLength(0);
    });

    it('says what kind of failure it is', async () => {
      const request = chargeRequest();
      await adapter.createCharge(request);
      const other = await failureOf(adapter.createCharge({ ...request, amountCentavos: 1n }));
      expect(other).toMatchObject({ kind: 'REJECTED', status: 400, operation: CREATE });
      paggue.fail(CREATE, { status: 403 }, { status: 200, body: '<html>' });
      expect((await failureOf(adapter.createCharge(request))).kind).toBe('UNAUTHORIZED');
      expect((await failureOf(adapter.createCharge(request))).kind).toBe('INVALID_ANSWER');
    });

    it('refuses what is signed with another secret', async () => {
      const stranger = adapterWith({ signatureSecret: 'another' });
      expect(await failureOf(stranger.createCharge(chargeRequest()))).toMatchObject({ kind: 'UNAUTHORIZED', status: 401 });
      expect(paggue.orders).toHaveLength(0);
    });
  });

  describe('its token', () => {
    const consult = () => adapter.consultCharge({ providerReference: 'unknown' });

    it('is asked for once by many calls at once, and kept until a minute before its end', async () => {
      await Promise.all(Array.from({ length: 20 }, consult));
      expect(paggue.asked(TOKEN)).toHaveLength(1);
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        vi.setSystemTime(Date.now() + 3_538_000);
        await consult();
        expect(paggue.asked(TOKEN)).toHaveLength(1);
        vi.setSystemTime(Date.now() + 3_000);
        await consult();
        expect(paggue.asked(TOKEN)).toHaveLength(2);
      } finally {
        vi.useRealTimers();
      }
    });

    it('is replaced once when it was forgotten', async () => {
      await consult();
      paggue.forgetTokens();
      await adapter.createCharge(chargeRequest());

      expect(paggue.asked(CREATE)).toHaveLength(2);
      expect(paggue.asked(TOKEN)).toHaveLength(2);
      paggue.fail(CONSULT, { status: 401 }, { status: 401 });
      expect(await failureOf(consult())).toMatchObject({ kind: 'UNAUTHORIZED', status: 401 });
    });

    it.each([
      ['a client that does not exist', { clientId: 'nobody' }, 404],
      ['a wrong secret', { clientSecret: 'not-the-one' }, 401],
    ])('is refused to %s', async (_, wrong, status) => {
      const error = await failureOf(adapterWith(wrong).accessToken());
      expect(error).toMatchObject({ kind: 'UNAUTHORIZED', status, operation: TOKEN });
      expect(error.message).not.toContain('not-the-one');
    });

    it.each<[string, unknown, number]>([
      ['an ISO date', new Date(Date.now() + 600_000).toISOString(), 600],
      ['seconds since 1970', Math.floor(Date.now() / 1000) + 600, 600],
      ['a moment that is past', '2020-01-01 00:00:00', 300],
      ['nothing', null, 300],
    ])('is kept as long as its end, given as %s, says', async (_, expiresAt, seconds) => {
      const user = { companies: [{ id: '42' }] };
      paggue.fail(TOKEN, { status: 200, body: { access_token: 'a', expires_at: expiresAt, user } });
      const lifetimeMs = (await adapter.accessToken()).expiresAt.getTime() - Date.now();
      expect(Math.abs(lifetimeMs - seconds * 1000)).toBeLessThan(5_000);
    });

    it.each<[string, object]>([
      ['no user', { access_token: 'a' }],
      ['no company', { access_token: 'a', user: { companies: [] } }],
      ['a company that would break a header', { access_token: 'a', user: { companies: [{ id: '1\r\nx: y' }] } }],
      ['no token', { user: { companies: [{ id: 1 }] } }],
    ])('is not believed with %s', async (_, body) => {
      paggue.fail(TOKEN, { status: 200, body });
      expect(await failureOf(consult())).toMatchObject({ kind: 'INVALID_ANSWER', operation: TOKEN });
    });
  });

  describe('its webhooks', () => {
    it('are listed when they tell of money coming in and were not deleted', async () => {
      paggue.webhooks.push(
        { id: 1, type: 0, url: 'https://other.example/a', deleted_at: null },
        { id: 2, type: 1, url: 'https://other.example/b', deleted_at: null },
        { id: 3, type: 0, url: 'https://other.example/c', deleted_at: '2026-01-01T00:00:00Z' },
      );
      expect(await adapter.listWebhooks()).toEqual([{ id: '1', url: 'https://other.example/a' }]);
    });

    it('get ours once, beside those of others, and lose it again', async () => {
      paggue.webhooks.push({ id: 1, type: 0, url: 'https://other.example/a', deleted_at: null });
      const registered = await adapter.registerWebhook('https://gateway.example/callbacks/acme');

      expect(registered).toEqual({ id: '2', url: 'https://gateway.example/callbacks/acme' });
      expect(await adapter.registerWebhook(registered.url)).toEqual(registered);
      expect(paggue.webhooks.map(({ type, url }) => [type, url])).toEqual([
        [0, 'https://other.example/a'],
        [0, registered.url],
      ]);
      expect(await adapter.deleteWebhook('2')).toBe(true);
      expect(await adapter.deleteWebhook('2')).toBe(false);
      expect(await adapter.deleteWebhook('../token')).toBe(false);
      expect(await adapter.listWebhooks()).toEqual([{ id: '1', url: 'https://other.example/a' }]);
    });
  });

  describe('its callback', () => {
    it('is signed, and names the charge that was paid', async () => {
      const payer = { cpf: '12345678909', name: 'Maria da Conceição 🎟️' };
      const created = await adapter.createCharge(chargeRequest({ payer }));
      paggue.pay(paggue.latest());
      const callback = paggue.callback(paggue.latest());

      expect(adapter.verifyCallback(callback)).toBe(true);
      const references = adapter.parseCallback(callback.rawBody);
      expect(references).toEqual([{ providerReference: created.providerReference }]);
      expect(await adapter.consultCharge(references[0] ?? {})).toMatchObject({ status: 'PAID', txid: created.txid });
    });

    it('is refused when a byte differs, when it is signed with another secret, and when it is not signed', async () => {
      await adapter.createCharge(chargeRequest());
      const { headers, rawBody, query } = paggue.callback(paggue.latest());
      const spaced = Buffer.from(` ${rawBody.toString()}`);

      expect(adapter.verifyCallback({ headers, rawBody: spaced, query })).toBe(false);
      expect(adapterWith({ signatureSecret: 'another' }).verifyCallback({ headers, rawBody, query })).toBe(false);
      for (const signature of [undefined, '', [String(headers.signature)], `sha256=${String(headers.signature)}`]) {
        expect(adapter.verifyCallback({ headers: { signature }, rawBody, query })).toBe(false);
      }
      const isRefused = (signature: string) => !adapter.verifyCallback({ headers: { signature }, rawBody, query });
      fc.assert(fc.property(fc.string(), isRefused));
    });

    it.each(['', 'null', '[]', '{}', '{"hash":7}', '{"hash":"../token"}', '\u0000'])('is refused when its body is %j', (body) => {
      expect(() => adapter.parseCallback(Buffer.from(body))).toThrow(ProviderError);
    });
  });
});
