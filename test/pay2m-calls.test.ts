import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ProviderAdapter } from '../src/payment-providers/adapters/adapter.js';
import type { CallOptions } from '../src/payment-providers/adapters/provider-api.js';
import { ProviderError } from '../src/payment-providers/client/provider-error.js';
import { chargeRequest, failureOf, openAdapter, settingsOf } from './support/adapters.js';
import { startFakePay2m, type FakePay2m } from './support/fake-pay2m.js';
import { open, SANDBOX_ACCOUNT, stopAll } from './support/sandbox.js';

const CREATE = 'POST /api/v1/pix/qrcode';
const CONSULT = 'GET /api/v1/pix/qrcode/{reference_code}';
const TOKEN = 'POST /api/auth/generate_token';

describe('the way to Pay2m and back', () => {
  let pay2m: FakePay2m;
  let adapter: ProviderAdapter;

  beforeEach(async () => {
    pay2m = await startFakePay2m();
    open.push(pay2m);
    adapter = adapterWith();
  });
  afterEach(async () => {
    await stopAll();
    expect(pay2m.problems).toEqual([]);
  });

  const adapterWith = (options?: Partial<CallOptions>) => openAdapter('pay2m', settingsOf(pay2m.url), options);

  describe('when it fails', () => {
    it.each([{ status: 503 }, { status: 429, headers: { 'retry-after': '0' } }, 'LOST_ANSWER'] as const)(
      'is not asked twice to make a code (%j), and may have made one that nobody knows',
      async (fault) => {
        const request = chargeRequest();
        pay2m.fail(CREATE, fault);

        expect((await failureOf(adapter.createCharge(request))).kind).toBe('UNREACHABLE');
        expect(pay2m.asked(CREATE)).toHaveLength(1);
        const created = await adapter.createCharge(request);
        expect(pay2m.codes.map(({ external_reference: txid }) => txid)).toEqual(
          fault === 'LOST_ANSWER' ? [request.txid, request.txid] : [request.txid],
        );
        expect(created.providerReference).toBe(pay2m.latest().reference_code);
      },
    );

    it('is asked once when it does not answer in time', async () => {
      await adapter.accessToken();
      pay2m.fail(CREATE, 'NO_ANSWER');

      expect((await failureOf(adapterWith({ deadlineMs: 300 }).createCharge(chargeRequest()))).kind).toBe('TIMEOUT');
      expect(pay2m.asked(CREATE)).toHaveLength(1);
    });

    it('is asked again how a charge stands', async () => {
      const created = await adapter.createCharge(chargeRequest());
      pay2m.fail(CONSULT, { status: 500 }, 'LOST_ANSWER');

      expect(await adapter.consultCharge(created)).toEqual(created);
      expect(pay2m.asked(CONSULT)).toHaveLength(3);
    });

    it.each<[number, unknown, string]>([
      [422, { error: 'value is too small' }, 'REJECTED'],
      [403, { error: 'Forbidden' }, 'UNAUTHORIZED'],
      [302, {}, 'INVALID_ANSWER'],
      [201, '<html>', 'INVALID_ANSWER'],
    ])('with %s %j, says what kind of failure it is', async (status, body, kind) => {
      pay2m.fail(CREATE, { status, body });
      const error = await failureOf(adapter.createCharge(chargeRequest()));

      expect(error).toMatchObject({ kind, status: kind === 'INVALID_ANSWER' && status === 201 ? 201 : status, provider: 'acme' });
      if (kind === 'REJECTED') expect(error.message).toContain('value is too small');
      expect(pay2m.asked(CREATE)).toHaveLength(1);
    });
  });

  describe('its token', () => {
    const consult = () => adapter.consultCharge({ providerReference: 'PAY2MPIXQRCODE404' });

    it('is asked for once by many calls at once, and kept until a minute before its end', async () => {
      await Promise.all(Array.from({ length: 20 }, consult));
      expect(pay2m.asked(TOKEN)).toHaveLength(1);
      vi.useFakeTimers({ toFake: ['Date'] });
      try {
        vi.setSystemTime(Date.now() + 1_738_000);
        await consult();
        expect(pay2m.asked(TOKEN)).toHaveLength(1);
        vi.setSystemTime(Date.now() + 3_000);
        await consult();
        expect(pay2m.asked(TOKEN)).toHaveLength(2);
      } finally {
        vi.useRealTimers();
      }
    });

    it('is replaced once when it was forgotten, even where nothing is asked twice', async () => {
      await consult();
      pay2m.forgetTokens();
      await adapter.createCharge(chargeRequest());

      expect(pay2m.asked(CREATE)).toHaveLength(2);
      expect(pay2m.codes).toHaveLength(1);
      expect(pay2m.asked(TOKEN)).toHaveLength(2);
      pay2m.fail(CONSULT, { status: 401 }, { status: 401 });
      expect(await failureOf(consult())).toMatchObject({ kind: 'UNAUTHORIZED', status: 401 });
    });

    it('is given out new on request', async () => {
      const first = await adapter.accessToken();
      const second = await adapter.accessToken();

      expect(first.accessToken).not.toBe(second.accessToken);
      expect(Math.abs(second.expiresAt.getTime() - Date.now() - 1_800_000)).toBeLessThan(5_000);
    });

    it('is refused to a wrong secret', async () => {
      const credentials = { clientId: SANDBOX_ACCOUNT.clientId, clientSecret: 'not-the-one' };
      const error = await failureOf(openAdapter('pay2m', settingsOf(pay2m.url, { credentials })).accessToken());

      expect(error).toMatchObject({ kind: 'UNAUTHORIZED', status: 401, operation: TOKEN });
      expect(error.message).not.toContain('not-the-one');
    });

    it('is not believed without a text', async () => {
      pay2m.fail(TOKEN, { status: 201, body: { access_token: '' } });
      expect(await failureOf(consult())).toMatchObject({ kind: 'INVALID_ANSWER', operation: TOKEN });
    });
  });

  describe('its callback', () => {
    const ADDRESS = 'https://gateway.example/v1/payments/callbacks/acme';

    it('is registered with our secret, which is not shown, and removed', async () => {
      expect(await adapter.listWebhooks()).toEqual([]);
      const registered = await adapter.registerWebhook('https://gateway.example/old');
      expect(registered).toEqual({ id: 'pay2m', url: 'https://gateway.example/old' });
      expect(await adapter.registerWebhook(ADDRESS)).toEqual({ id: 'pay2m', url: ADDRESS });
      expect(await adapter.listWebhooks()).toEqual([{ id: 'pay2m', url: ADDRESS }]);
      expect(JSON.parse(pay2m.asked('POST /api/v1/webhooks')[0]?.body ?? '').authorization).toBe('callback&secret=');

      expect(await adapter.deleteWebhook('another')).toBe(false);
      expect(await adapter.deleteWebhook('pay2m')).toBe(true);
      expect(await adapter.deleteWebhook('pay2m')).toBe(false);
      expect(await adapter.listWebhooks()).toEqual([]);
    });

    it('carries our secret, and names the charge that was paid', async () => {
      await adapter.registerWebhook(ADDRESS);
      const created = await adapter.createCharge(chargeRequest());
      pay2m.pay(pay2m.latest());
      const callback = pay2m.callback(pay2m.latest());

      expect(adapter.verifyCallback(callback)).toBe(true);
      const references = adapter.parseCallback(callback.rawBody);
      expect(references).toEqual([{ providerReference: created.providerReference }]);
      expect(await adapter.consultCharge(references[0] ?? {})).toMatchObject({ status: 'PAID', txid: created.txid });
    });

    it('is verified by our secret and nothing else', () => {
      const withHeaders = (headers: Record<string, string | string[] | undefined>) => ({
        headers,
        rawBody: Buffer.from('{}'),
        query: { hmac: 'callback&secret=' },
      });
      expect(adapter.verifyCallback(withHeaders({ authorization: 'callback&secret=' }))).toBe(true);
      expect(adapter.verifyCallback(withHeaders({}))).toBe(false);
      expect(adapter.verifyCallback(withHeaders({ authorization: ['callback&secret='] }))).toBe(false);
      expect(adapter.verifyCallback(withHeaders({ authorization: 'Bearer callback&secret=' }))).toBe(false);
      fc.assert(fc.property(fc.string(), (authorization) => !adapter.verifyCallback(withHeaders({ authorization }))));
      const open = openAdapter('pay2m', settingsOf(pay2m.url, { callbackSecret: '' }));
      expect(open.verifyCallback(withHeaders({ authorization: '' }))).toBe(false);
    });

    it('may be of other things, which are not ours to know', () => {
      expect(adapter.parseCallback(Buffer.from('{"notification_type":"PIX:PAYMENT","message":{}}'))).toEqual([]);
    });

    const withoutReference = '{"notification_type":"PIX:QRCODE","message":{}}';
    it.each(['', 'null', '[]', '{}', '{"notification_type":"PIX:QRCODE"}', withoutReference, '\u0000'])(
      'is refused when its body is %j',
      (body) => {
        expect(() => adapter.parseCallback(Buffer.from(body))).toThrow(ProviderError);
      },
    );
  });
});
