import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseBrCode } from '../src/development/bank/br-code-parse.js';
import { aLegacyClient, chargeBody, refusal, refused } from './support/legacy-client.js';
import { aReportingProvider, changeProvider } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const TWELVE =
  'hash payer_name amount description external_id paid_at created_at expiration_at payment status endToEndId reference';
const MICROSECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

const server = forTests(startTestServer);
beforeAll(() => aReportingProvider(server));

/** Everything that charging writes, to be compared before and after a call that must change nothing. */
async function written() {
  const { prisma } = server.app.db;
  return {
    orders: await prisma.billingOrder.findMany({ orderBy: { number: 'asc' } }),
    charges: await prisma.charge.findMany({ orderBy: { txid: 'asc' } }),
    keys: await prisma.idempotencyKey.count(),
    entries: await prisma.ledgerEntry.count(),
  };
}

describe('POST /cashin/api/billing_order', () => {
  it('answers 200 with the twelve fields, in their order and of their types', async () => {
    const client = await aLegacyClient(server);
    const asked = chargeBody({ meta: { extra_data: '{"a":1}', webhook_url: 'https://example.com/hook' } });
    const { status, body, text } = await client.charge(asked);

    expect(status).toBe(200);
    expect(Object.keys(body).join(' ')).toBe(TWELVE);
    expect(body).toEqual({
      hash: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      payer_name: 'Maria da Silva',
      amount: 1250,
      description: 'Pedido 42',
      external_id: asked.external_id,
      paid_at: null,
      created_at: expect.stringMatching(MICROSECONDS),
      expiration_at: expect.stringMatching(MICROSECONDS),
      payment: expect.any(String),
      status: 0,
      endToEndId: null,
      reference: expect.stringMatching(/^BILLINGORDER\d+$/),
    });
    expect(text).toBe(JSON.stringify(body));
    expect(Math.abs(Date.parse(body.created_at) - Date.now())).toBeLessThan(5_000);
    expect(Date.parse(body.expiration_at) - Date.parse(body.created_at)).toBe(30 * 86_400_000);
  });

  it("makes a static code of the default provider's key, for the amount, with the reference", async () => {
    const client = await aLegacyClient(server);
    const { body } = await client.charge(chargeBody({ amount: 999_999_999_999 }));
    expect(parseBrCode(body.payment)).toMatchObject({
      type: 'static',
      key: '123e4567-e12b-12d1-a456-426655440000',
      amount: '9999999999.99',
      description: 'Pedido 42',
      merchantName: 'Rifa Legal',
      txid: body.reference,
    });
    const { prisma } = server.app.db;
    expect(await prisma.charge.findFirst({ where: { billingOrderId: body.hash } })).toMatchObject({
      txid: body.reference,
      orderId: null,
      providerName: 'bank',
      amount: 999_999_999_999n,
      dynamic: false,
      status: 'ACTIVE',
      brCode: body.payment,
      nextCheckAt: null,
    });
  });

  it('takes a charge without meta, and texts of any alphabet, kept as they came', async () => {
    const client = await aLegacyClient(server);
    for (const meta of [undefined, null, {}, { extra_data: null, webhook_url: null }, { extra_data: '' }]) {
      expect((await client.charge(chargeBody({ meta }))).status).toBe(200);
    }
    const texts = { payer_name: ' Ação 🎟️ ', description: '\u202eRifa\n№ 1', external_id: ' Ünï/코드?#%20 ' };
    const { body } = await client.charge({ amount: 1, ...texts });
    expect(body).toMatchObject(texts);
    expect((await client.call('GET', `/cashin/api/billing_order/${body.hash}`)).body).toEqual(body);
    expect(parseBrCode(body.payment).deviations).toEqual([]);
  });

  it('names every problem of the body by its field', async () => {
    const client = await aLegacyClient(server);
    const before = await written();
    const unknown = ['is not a field of this request'];
    const unstorable = ['has a character that no text may have (NUL, or half of a surrogate pair)'];
    const cases: [Record<string, unknown>, Record<string, string[]>][] = [
      [{ amount: 0 }, { amount: ['must be at least 1'] }],
      [{ amount: -5 }, { amount: ['must be at least 1'] }],
      [{ amount: 1.5 }, { amount: ['must be a whole number'] }],
      [{ amount: '5' }, { amount: ['must be a whole number'] }],
      [{ amount: null }, { amount: ['must be a whole number'] }],
      [{ amount: true }, { amount: ['must be a whole number'] }],
      [{ amount: [1] }, { amount: ['must be a whole number'] }],
      [{ amount: 1_000_000_000_000 }, { amount: ['must be at most 999999999999'] }],
      [{ amount: 2 ** 53 }, { amount: ['must be at most 999999999999'] }],
      [{ payer_name: ' \n' }, { payer_name: ['must not be blank'] }],
      [{ payer_name: '' }, { payer_name: ['must not be blank'] }],
      [{ payer_name: 'a\0b' }, { payer_name: unstorable }],
      [{ external_id: '\ud800' }, { external_id: unstorable }],
      [{ external_id: 7 }, { external_id: ['must be a text'] }],
      [{ description: 'x'.repeat(256) }, { description: ['must have at most 255 characters'] }],
      [{ meta: [] }, { meta: ['must be an object or null'] }],
      [{ meta: 'x' }, { meta: ['must be an object or null'] }],
      [{ meta: { extra_data: {} } }, { 'meta.extra_data': ['must be a text or null'] }],
      [{ meta: { extra_data: '\udfff' } }, { 'meta.extra_data': unstorable }],
      [{ meta: { url: 'x' } }, { 'meta.url': unknown }],
      [{ meta: { webhook_url: 'not-a-url' } }, { 'meta.webhook_url': [expect.stringContaining('absolute URL')] }],
      [{ meta: { webhook_url: 'not a url' } }, { 'meta.webhook_url': [expect.stringContaining('must not contain spaces')] }],
      [{ meta: { webhook_url: 'ftp://example.com/' } }, { 'meta.webhook_url': [expect.any(String)] }],
      [{ meta: { webhook_url: 'https://user:pw@example.com/' } }, { 'meta.webhook_url': [expect.any(String)] }],
      [
        { constructor: 1, 'a/b~c': 1 },
        { constructor: unknown, 'a/b~c': unknown },
      ],
    ];
    for (const [changes, fields] of cases) {
      const { status, body } = await client.charge(chargeBody(changes));
      expect([changes, status, body]).toEqual([changes, 400, refusal(400, fields)]);
    }
    const all = await client.charge({ amount: 0, payer_name: 1, external_id: ' ', nothing: 1, meta: { webhook_url: 'x', y: 1 } });
    expect(all.body.message).toEqual({
      description: ['is required'],
      nothing: ['is not a field of this request'],
      payer_name: ['must be a text'],
      amount: ['must be at least 1'],
      external_id: ['must not be blank'],
      'meta.y': ['is not a field of this request'],
      'meta.webhook_url': [expect.any(String)],
    });
    expect(await written()).toEqual(before);
  });

  it('answers 400 to what is no JSON object, too long or of another type', async () => {
    const client = await aLegacyClient(server);
    const before = await written();
    const bodies: [string | Buffer, unknown][] = [
      ['', expect.objectContaining({ amount: ['is required'] })],
      ['{', 'The body is not valid JSON.'],
      ['[]', 'The body must be a JSON object.'],
      ['5', 'The body must be a JSON object.'],
      ['null', 'The body must be a JSON object.'],
      ['{"__proto__":{"amount":5}}', expect.objectContaining({ amount: ['is required'] })],
      ['{"amount":1e400}', expect.objectContaining({ amount: ['must be a whole number'] })],
      [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]), 'The body is not valid JSON.'],
      ['['.repeat(50_000), 'The body is not valid JSON.'],
      [JSON.stringify(chargeBody({ description: 'x'.repeat(200_000) })), expect.any(String)],
    ];
    for (const [body, message] of bodies) {
      const answer = await client.charge(body);
      expect([answer.status, answer.body]).toEqual([400, refusal(400, message)]);
    }
    const typed = await client.charge(JSON.stringify(chargeBody()), { headers: { 'content-type': 'text/plain' } });
    expect([typed.status, typed.body]).toEqual([400, refusal(400, expect.stringContaining('application/json'))]);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`k${n}`, 1]));
    expect(Object.keys((await client.charge(many)).body.message).length).toBeLessThanOrEqual(50);
    expect(await written()).toEqual(before);
  });

  it('answers 200 or 400 to whatever JSON is put where, and 400 writes nothing', async () => {
    const client = await aLegacyClient(server);
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    const anything = fc.oneof(fc.jsonValue({ maxDepth: 3 }), text, fc.double(), fc.integer(), fc.webUrl());
    const field = (likely: unknown) =>
      fc.option(fc.oneof({ weight: 2, arbitrary: fc.constant(likely) }, anything), { nil: undefined });
    const { payer_name, amount, description } = chargeBody();
    const body = fc.record({
      payer_name: field(payer_name),
      amount: field(amount),
      external_id: fc.oneof(fc.uuid(), anything),
      description: field(description),
      meta: fc.oneof(
        anything,
        fc.record({ extra_data: anything, webhook_url: fc.oneof(fc.webUrl(), anything) }, { requiredKeys: [] }),
      ),
    });
    const count = () => server.app.db.prisma.billingOrder.count({ where: { clientId: client.id } });
    await fc.assert(
      fc.asyncProperty(body, async (asked) => {
        const before = await count();
        const answer = await client.charge(asked);
        expect([200, 400]).toContain(answer.status);
        if (answer.status === 400) expect([answer.body, await count()]).toEqual([refusal(400, expect.anything()), before]);
        const { payer_name, amount, external_id } = asked;
        if (answer.status === 200) expect(answer.body).toMatchObject({ payer_name, amount, external_id });
      }),
      { numRuns: 200 },
    );
  });

  it('answers 503 while no provider is active, except to what was charged before', async () => {
    const other = await startTestServer();
    try {
      const client = await aLegacyClient(other);
      const asked = chargeBody();
      const answer = await client.charge(asked);
      expect([answer.status, answer.body.error]).toEqual([503, 'Service Unavailable']);
      expect(await other.app.db.prisma.billingOrder.count()).toBe(0);

      await aReportingProvider(other);
      const charged = (await client.charge(asked)).body;
      await changeProvider(other, 'bank', { active: false });
      expect((await client.charge(chargeBody())).status).toBe(503);
      expect((await client.charge(asked)).body).toEqual(charged);
    } finally {
      await other.stop();
    }
  });
});

describe('an external_id', () => {
  it('names one charge of its client: the same body again is the same charge', async () => {
    const client = await aLegacyClient(server);
    const body = chargeBody({ meta: { extra_data: 'x' } });
    const first = await client.charge(body);
    const before = await written();
    expect((await client.charge(body)).text).toBe(first.text);
    const reversed = Object.fromEntries(Object.entries(body).toReversed());
    expect((await client.charge(JSON.stringify(reversed, null, 2))).text).toBe(first.text);
    expect(await written()).toEqual(before);
  });

  it('with anything else than before is refused, and changes nothing', async () => {
    const client = await aLegacyClient(server);
    const body = chargeBody({ meta: { extra_data: 'x', webhook_url: 'https://example.com/a' } });
    await client.charge(body);
    const before = await written();
    const others = [
      { amount: 1251 },
      { payer_name: 'Ana' },
      { description: 'Pedido 43' },
      { meta: undefined },
      { meta: { extra_data: 'x', webhook_url: 'https://example.com/b' } },
    ];
    for (const changes of others) {
      const answer = await client.charge({ ...body, ...changes });
      expect([answer.status, answer.body]).toEqual(refused(400, { external_id: [expect.stringContaining('another charge')] }));
    }
    expect(await written()).toEqual(before);
  });

  it("is each client's own", async () => {
    const [ana, rui] = [await aLegacyClient(server), await aLegacyClient(server)];
    const body = chargeBody();
    const [hers, his] = [await ana.charge(body), await rui.charge({ ...body, amount: 7 })];
    expect([hers.status, his.status]).toEqual([200, 200]);
    expect(his.body.hash).not.toBe(hers.body.hash);
  });

  it('is one charge however many ask for it at once', async () => {
    const client = await aLegacyClient(server);
    const body = chargeBody();
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.charge(body)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(await server.app.db.prisma.billingOrder.count({ where: { clientId: client.id } })).toBe(1);

    const rival = chargeBody();
    const rivals = await Promise.all(Array.from({ length: 20 }, (_, n) => client.charge({ ...rival, amount: 100 + (n % 2) })));
    const charged = rivals.filter(({ status }) => status === 200);
    expect(charged).toHaveLength(10);
    expect(new Set(charged.map(({ text }) => text)).size).toBe(1);
    expect(rivals.filter(({ status }) => status === 400)).toHaveLength(10);
  });
});

describe('an Idempotency-Key', () => {
  it('stands for one body of one client', async () => {
    const [ana, rui] = [await aLegacyClient(server), await aLegacyClient(server)];
    const headers = { 'idempotency-key': 'one-charge' };
    const body = chargeBody();
    const first = await ana.charge(body, { headers });
    expect((await ana.charge(body, { headers })).text).toBe(first.text);
    const before = await written();

    for (const other of [chargeBody(), { ...body, amount: 1 }]) {
      const answer = await ana.charge(other, { headers });
      expect([answer.status, answer.body]).toEqual([400, refusal(400, expect.stringContaining('Idempotency-Key'))]);
    }
    const bad = await ana.charge(chargeBody(), { headers: { 'idempotency-key': 'a b' } });
    expect([bad.status, bad.body]).toEqual([400, refusal(400, { 'Idempotency-Key': [expect.any(String)] })]);
    expect(await written()).toEqual(before);
    expect((await rui.charge(chargeBody(), { headers })).status).toBe(200);
  });

  it('makes one charge of those who send it with different bodies at once', async () => {
    const client = await aLegacyClient(server);
    const headers = { 'idempotency-key': 'at-once' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => client.charge(chargeBody(), { headers })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(await server.app.db.prisma.billingOrder.count({ where: { clientId: client.id } })).toBe(1);
  });
});

describe('GET /cashin/api/billing_order/{hash}', () => {
  it("answers one's own; another's, an unknown and a malformed one alike are not there", async () => {
    const [ana, rui] = [await aLegacyClient(server), await aLegacyClient(server)];
    const { body, text } = await ana.charge(chargeBody());
    expect((await ana.call('GET', `/cashin/api/billing_order/${body.hash}`)).text).toBe(text);
    const none = refusal(404, 'There is no such billing order.');
    for (const hash of ['019a0000-0000-7000-8000-000000000000', 'nonsense', '%00', body.reference]) {
      const answer = await ana.call('GET', `/cashin/api/billing_order/${hash}`);
      expect([answer.status, answer.body]).toEqual([404, none]);
    }
    const foreign = await rui.call('GET', `/cashin/api/billing_order/${body.hash}`);
    expect([foreign.status, foreign.body]).toEqual([404, none]);
  });
});
