import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOrderLinks } from '../src/orders/order-link.js';
import { settlePayment } from '../src/payments/settle.js';
import { publishBooks } from '../src/book/publisher.js';
import { createBackoff } from '../src/platform/backoff.js';
import { aCustomer } from './support/actors.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';
import { aPayment } from './support/transition-stage.js';

const { server, admin, desk } = shopForTests();
afterEach(() => void vi.restoreAllMocks());

const WHOLE = `
  id status reservation buyerName quotaQuantity totalValue createdAt paidAt expiresAt secondsLeft pixCode pixCodeImage shareUrl shareUrlImage
  raffle { id slug title certificateCode } luckyNumbers(first: 100) { nodes totalCount } awardedBoxes { count opened isVoid }
  prizes { kind title luckyNumber } bookReceipts { orderId index leaf salt head { size root } }`;
const BY_LINK = `query ($token: String!) { orderByLink(token: $token) { ${WHOLE} } }`;
const NUMBER = `query ($token: String!, $number: String!) {
  luckyNumberByLink(token: $token, number: $number) { number prizes { title } } }`;
const SHARE_URL = 'query ($id: ID!) { order(id: $id) { shareUrl } }';

const tokenOf = (id: string): string => server.app.orderLinks.tokenOf(id);

async function byLink(token: string, caller: { token?: string } = {}) {
  const { data, errors } = await server.graphql(BY_LINK, { token }, caller);
  return { order: data?.orderByLink, code: errors?.[0]?.extensions.code };
}

async function page(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html', ...headers } });
  return { status: answer.status, headers: answer.headers, html: await answer.text() };
}

async function anOrder(quotaQuantity = 3, person: Parameters<typeof aCustomer>[1] = {}) {
  const raffle = await anOpenRaffle(server, { title: 'Moto zero', certificateCode: 'SPA 123/2026' });
  const buyer = await aCustomer(server, {
    name: 'Maria Aparecida da Silva',
    email: `${randomBytes(4).toString('hex')}@example.com`,
    ...person,
  });
  const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity });
  return { raffle, buyer, order: order!, token: tokenOf(order!.id) };
}

async function aPaidOrder(...of: Parameters<typeof anOrder>) {
  const made = await anOrder(...of);
  await desk.pay(admin.token, made.order.id);
  return made;
}

describe('the link of an order', () => {
  it('is told to its buyer and to operators, and leads to its page', async () => {
    const { order, buyer, token } = await anOrder();
    for (const caller of [buyer, admin]) {
      const { data } = await server.graphql(SHARE_URL, { id: order.id }, caller);
      expect(data.order.shareUrl).toBe(`${server.url}/pedido/${token}`);
    }
    expect((await server.graphql(SHARE_URL, { id: order.id }, await aCustomer(server))).errors?.[0]?.extensions.code).toBe(
      'NOT_FOUND',
    );
    const { data } = await server.graphql('{ myOrders(first: 1) { nodes { shareUrl } } }', {}, buyer);
    expect(data.myOrders.nodes).toEqual([{ shareUrl: `${server.url}/pedido/${token}` }]);
  });

  it('shows everybody the same of a paid order: raffle, state, numbers, receipt, and a masked name', async () => {
    const { order, raffle, buyer, token } = await aPaidOrder(5);
    await publishBooks(server.app, createBackoff({ firstMs: 0, longestMs: 0 }));
    const { order: shown } = await byLink(token);
    expect(shown).toMatchObject({
      id: order.id,
      status: 'PAID',
      buyerName: 'Maria S.',
      quotaQuantity: 5,
      totalValue: '5.00',
      paidAt: expect.any(String),
      secondsLeft: null,
      pixCode: null,
      pixCodeImage: null,
      raffle: { id: raffle.id, title: 'Moto zero', certificateCode: 'SPA 123/2026' },
      luckyNumbers: { totalCount: 5 },
      awardedBoxes: { count: 0 },
      prizes: [],
      bookReceipts: [{ orderId: order.id, index: 0 }],
    });
    for (const caller of [buyer, await aCustomer(server), admin]) expect((await byLink(token, caller)).order).toEqual(shown);
  });

  it('tells nothing of who ordered and who paid but the masked name, in the API and on its pages', async () => {
    const { order, buyer, token } = await anOrder(2, { name: 'Joana Ferreira Prado' });
    const { txid } = await server.app.db.prisma.charge.findFirstOrThrow({ where: { orderId: BigInt(order.id) } });
    const payer = { name: 'Carlos Antunes', cpf: '52998224725' };
    await settlePayment(server.app, 'static', { ...aPayment({ txid, amountCentavos: 200n }), payer }, 'CALLBACK');
    const { order: shown } = await byLink(token);
    expect(shown.status).toBe('PAID');
    const [number] = shown.luckyNumbers.nodes as string[];
    const texts = [JSON.stringify(shown)];
    for (const path of [`/pedido/${token}`, `/pedido/${token}/numero/${number}`]) texts.push((await page(path)).html);
    const { email } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: buyer.id } });
    const secrets = [
      buyer.phone,
      buyer.phone.slice(3),
      buyer.cpf,
      buyer.id,
      email!,
      'Ferreira',
      'Prado',
      'Carlos',
      'Antunes',
      payer.cpf,
    ];
    for (const text of texts) {
      expect(text).toContain('Joana P.');
      for (const secret of secrets) expect(text).not.toContain(secret);
    }
  });

  it('is not found with a character changed, of another service, or of no order, and the database is not asked', async () => {
    const { order, token } = await anOrder();
    const stranger = createOrderLinks({ encryptionKeys: [randomBytes(32)] });
    const last = token.endsWith('A') ? 'B' : 'A';
    const wrong = [`${token.slice(0, -1)}${last}`, stranger.tokenOf(order.id), order.id, '', 'x'.repeat(32), `${token}A`];
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    for (const one of wrong) expect(await byLink(one)).toEqual({ order: null, code: 'NOT_FOUND' });
    const sent = asked.mock.calls.map(([query]) => (query as { name?: string }).name);
    expect(sent.filter((name) => name === 'select_order')).toEqual([]);
    asked.mockRestore();
    expect(await byLink(tokenOf('999999999'))).toEqual({ order: null, code: 'NOT_FOUND' });
    for (const one of wrong.filter((text) => /^[\w-]+$/.test(text))) expect((await page(`/pedido/${one}`)).status).toBe(404);
    expect((await page(`/pedido/${token}`)).status).toBe(200);
  });

  it('ends with the account of its buyer', async () => {
    const { order, buyer, token } = await anOrder();
    await desk.cancel(buyer.token, order.id);
    expect((await byLink(token)).order.status).toBe('CANCELLED');
    const deleted = await server.graphql('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: buyer.id }, admin);
    expect(deleted.errors).toBeUndefined();
    expect(await byLink(token)).toEqual({ order: null, code: 'NOT_FOUND' });
    const { status, html } = await page(`/pedido/${token}`);
    expect(status).toBe(404);
    expect(html).toContain('Este pedido não existe');
  });
});

describe('the PIX code of an order that waits for its payment', () => {
  it('is told to everybody, so that somebody else may pay, until the order is paid', async () => {
    const { order, token } = await anOrder();
    const { order: shown } = await byLink(token);
    expect(shown).toMatchObject({
      status: 'PENDING',
      pixCode: order.qrCodeContent,
      pixCodeImage: expect.stringMatching(/^data:image\/png/),
    });
    expect(shown.secondsLeft).toBeGreaterThan(0);
    await desk.pay(admin.token, order.id);
    expect((await byLink(token)).order).toMatchObject({ status: 'PAID', pixCode: null, pixCodeImage: null });
  });

  it('is not told any more when the time is over, though the order has not ended yet', async () => {
    const { order, token } = await anOrder();
    await server.app.db.pool.query(`UPDATE orders SET expires_at = now() WHERE id = $1`, [order.id]);
    expect((await byLink(token)).order).toMatchObject({ status: 'PENDING', secondsLeft: 0, pixCode: null });
  });

  it('is not told where its charge names the buyer to who reads it', async () => {
    const { order, token } = await anOrder();
    const named = `UPDATE orders SET buyer_cpf = '52998224725', buyer_name = 'Maria da Silva' WHERE id = $1`;
    await server.app.db.pool.query(named, [order.id]);
    expect((await byLink(token)).order.pixCode).toBe(order.qrCodeContent);
    await server.app.db.pool.query('UPDATE charges SET dynamic = true WHERE order_id = $1', [order.id]);
    expect((await byLink(token)).order.pixCode).toBeNull();
  });

  it('is not told where others have paid for the quotas', async () => {
    const raffle = await anOpenRaffle(server, { quotaQuantity: 2 });
    const [buyer, other] = [await aCustomer(server), await aCustomer(server)];
    const { order: first } = await desk.buy(other.token, { raffleId: raffle.id, quotaQuantity: 2 });
    const { order: second } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity: 2 });
    expect(second?.reservation).toBe('AT_PAYMENT');
    expect((await byLink(tokenOf(second!.id))).order.pixCode).toBe(second?.qrCodeContent);
    await desk.pay(admin.token, first!.id);
    server.app.raffles.drop(raffle.id);
    expect((await byLink(tokenOf(second!.id))).order).toMatchObject({ status: 'PENDING', pixCode: null });
  });
});

describe('a lucky number by the link', () => {
  it("is told when it is the order's, and no other", async () => {
    const { token } = await aPaidOrder(3);
    const { order } = await byLink(token);
    const own = order.luckyNumbers.nodes as string[];
    const ask = async (number: string) => {
      const { data, errors } = await server.graphql(NUMBER, { token, number }, {});
      return errors?.[0]?.extensions.code ?? data.luckyNumberByLink;
    };
    for (const number of own) expect(await ask(number)).toEqual({ number, prizes: [] });
    expect(await ask(String(Number(own[0])))).toEqual({ number: own[0], prizes: [] });
    const others = Array.from({ length: 1_000 }, (_, i) => String(i).padStart(3, '0')).filter((number) => !own.includes(number));
    for (const number of others.slice(0, 20)) expect(await ask(number)).toBeNull();
    for (const nothing of ['1000', 'x', '', '-1']) expect(await ask(nothing)).toBe('BAD_USER_INPUT');

    const ticket = await page(`/pedido/${token}/numero/${own[0]}`);
    expect(ticket.status).toBe(200);
    expect(ticket.html).toContain(own[0]);
    for (const number of [others[0], '1000', 'x']) expect((await page(`/pedido/${token}/numero/${number}`)).status).toBe(404);
  });

  it('is not known before the order is paid', async () => {
    const { token } = await anOrder();
    const { data } = await server.graphql(NUMBER, { token, number: '1' }, {});
    expect(data.luckyNumberByLink).toBeNull();
  });
});

describe("an order's page", () => {
  it('is kept by nobody, found by no search engine, and tells its address to no other site', async () => {
    const { token } = await aPaidOrder();
    for (const path of [`/pedido/${token}`, `/pedido/${token}?lang=en`]) {
      const { status, headers, html } = await page(path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(html).toContain('<meta name="robots" content="noindex"/>');
      expect(html).not.toContain('rel="canonical"');
    }
  });

  it('says in both languages whose order it is, how it stands, and what everybody sees', async () => {
    const { token } = await aPaidOrder();
    const portuguese = (await page(`/pedido/${token}`)).html;
    for (const text of ['<h1>Pedido de Maria S.</h1>', 'Pago', 'Moto zero', 'SPA 123/2026', 'O que esta página mostra'])
      expect(portuguese).toContain(text);
    const english = (await page(`/pedido/${token}`, { 'accept-language': 'en' })).html;
    for (const text of ['<h1>Order of Maria S.</h1>', 'Paid', 'What this page shows']) expect(english).toContain(text);
  });

  it('has a preview for messengers', async () => {
    const { token } = await aPaidOrder();
    const { html } = await page(`/pedido/${token}`);
    expect(html).toContain('property="og:title" content="Pedido de Maria S. · Moto zero');
    expect(html).toMatch(/property="og:image" content="http/);
  });

  it('shows a hundred numbers, and leads to the rest', async () => {
    const { token } = await aPaidOrder(150);
    const first = (await page(`/pedido/${token}`)).html;
    const numbersIn = (html: string) => [...html.matchAll(/\/numero\/(\d+)"/g)].map(([, number]) => number);
    const [, next = ''] = /href="(\/pedido\/[^"]*depois=[^"]*)"/.exec(first) ?? [];
    const second = (await page(next.replaceAll('&amp;', '&'))).html;
    expect([numbersIn(first).length, numbersIn(second).length]).toEqual([100, 50]);
    expect(new Set([...numbersIn(first), ...numbersIn(second)]).size).toBe(150);
    expect((await page(`/pedido/${token}?depois=nothing`)).status).toBe(404);
  });
});
