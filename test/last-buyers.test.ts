import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LastBuyersResolver } from '../src/metrics/last-buyers.resolver.js';
import { MOST_LAST_BUYERS } from '../src/metrics/last-buyers.service.js';
import { selectLastBuyers } from '../src/metrics/last-buyers.sql.js';
import { aCustomer } from './support/actors.js';
import { besideTheRules } from './support/listed-rows.js';
import { aPaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { shopForTests } from './support/shop.js';

const { server, admin, desk } = shopForTests();
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const SHOWN = { showLastBuyers: true };
const QUERY = 'query ($raffleId: ID!) { lastBuyers(raffleId: $raffleId) { name quotas at } }';

interface Buyer {
  name: string;
  quotas: number;
  at: string;
}

async function lastBuyers(raffleId: string, caller: { token?: string } = {}): Promise<Buyer[] | string | undefined> {
  const { data, errors } = await server.graphql<{ lastBuyers: Buyer[] } | null>(QUERY, { raffleId }, caller);
  return errors?.[0]?.extensions.code ?? data?.lastBuyers;
}

/** After what was read before is too old. */
async function newLastBuyers(raffleId: string): Promise<Buyer[]> {
  await sleep(110);
  return (await lastBuyers(raffleId)) as Buyer[];
}

async function placed(raffleId: string, name: string, quotaQuantity: number) {
  const { id: userId, token } = await aCustomer(server, { name });
  const { order, message } = await desk.buyWithoutGateway(token, { raffleId, quotaQuantity });
  if (!order) throw new Error(message);
  return { id: order.id, userId, token };
}

async function bought(raffleId: string, name: string, quotaQuantity: number) {
  const order = await placed(raffleId, name, quotaQuantity);
  await desk.pay(admin.token, order.id);
  return order;
}

const html = async (path: string, language = 'pt-BR'): Promise<string> =>
  (await fetch(`${server.url}${path}`, { headers: { accept: 'text/html', 'accept-language': language } })).text();

describe('the last buyers of a raffle', () => {
  it('are those of its paid orders, the last placed first, with masked names for every caller', async () => {
    const { id } = await anOpenRaffle(server, SHOWN);
    const first = await placed(id, 'João Conceição', 3);
    const maria = await bought(id, 'Maria Aparecida da Silva', 10);
    // It is paid later, and stays where it was placed.
    await desk.pay(admin.token, first.id);
    await placed(id, 'Ana Unpaid', 1);
    const refunded = await bought(id, 'Bia Refunded', 2);
    await server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { id } }', { id: refunded.id }, admin);
    const told = await newLastBuyers(id);
    const { createdAt } = await server.app.db.prisma.order.findUniqueOrThrow({ where: { id: BigInt(maria.id) } });
    expect(told).toEqual([
      { name: 'Maria S.', quotas: 10, at: createdAt.toISOString() },
      { name: 'João C.', quotas: 3, at: expect.any(String) },
    ]);
    for (const caller of [admin, maria, await aCustomer(server)]) expect(await lastBuyers(id, caller)).toEqual(told);
  });

  it('are eight at most', async () => {
    const { id } = await anOpenRaffle(server, SHOWN);
    for (let quotas = 1; quotas <= MOST_LAST_BUYERS + 2; quotas++) await aPaidOrder(server, id, quotas);
    expect((await newLastBuyers(id)).map(({ quotas }) => quotas)).toEqual([10, 9, 8, 7, 6, 5, 4, 3]);
  });

  it('are nobody where the raffle does not show them or is private, for an operator too', async () => {
    for (const hidden of [{}, { ...SHOWN, privacy: 'PRIVATE' } as const]) {
      const { id } = await anOpenRaffle(server, hidden);
      await bought(id, 'Maria Aparecida da Silva', 1);
      for (const caller of [{}, admin]) expect(await lastBuyers(id, caller)).toEqual([]);
      expect(await html(`/r/${id}`)).not.toMatch(/Últimas compras|Maria S\./);
    }
    const { id: draft } = await anOpenRaffle(server, { ...SHOWN, status: 'DRAFT' });
    for (const nothing of [draft, 'x']) expect(await lastBuyers(nothing)).toBe('NOT_FOUND');
  });

  it('stay without their name when their account is deleted', async () => {
    const { id } = await anOpenRaffle(server, SHOWN);
    const { userId } = await bought(id, 'Maria Aparecida da Silva', 4);
    await besideTheRules(server, `UPDATE raffles SET status = 'FINISHED', frozen_at = now() WHERE id = '${id}'`);
    const deleted = await server.graphql('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: userId }, admin);
    expect(deleted.errors).toBeUndefined();
    expect(await newLastBuyers(id)).toEqual([{ name: 'Anônimo', quotas: 4, at: expect.any(String) }]);
  });

  it('are read and answered once for all who ask within 100 ms', async () => {
    const { id } = await anOpenRaffle(server, SHOWN);
    await bought(id, 'Maria Aparecida da Silva', 1);
    vi.useFakeTimers({ toFake: ['performance'] });
    // The first time a document runs as it is, the second time compiled; then its answer can be kept.
    for (let i = 0; i < 3; i++) await lastBuyers(id);
    vi.advanceTimersByTime(101);
    const asked = vi.spyOn(pg.Client.prototype, 'query');
    const made = vi.spyOn(LastBuyersResolver.prototype, 'lastBuyers');
    const answers = await Promise.all(Array.from({ length: 40 }, () => lastBuyers(id)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    const names = asked.mock.calls.map(([sent]) => (sent as { name?: string }).name);
    expect(names.filter((name) => name === selectLastBuyers.name)).toHaveLength(1);
    expect(made).toHaveBeenCalledTimes(1);
  });

  it('are found by the index of the orders of a raffle, from its end', async () => {
    const { id } = await anOpenRaffle(server, SHOWN);
    const { id: userId } = await aCustomer(server);
    await besideTheRules(
      server,
      `INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name, created_at, expires_at)
       SELECT '${id}', '${userId}', 'PAID', 1, 100, 100, 'static', now() - n * interval '1 second', now() FROM generate_series(1, 5000) n`,
    );
    const { rows } = await server.app.db.pool.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, COSTS off, TIMING off) ${selectLastBuyers.text.replace('$1', `'${id}'`).replace('$2', '8')}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(
      /Index Scan Backward using orders_raffle_id_status_created_at_id_idx on orders x \(actual rows=8(\.00)? /,
    );
    expect(plan).not.toMatch(/Seq Scan on orders/);
  });

  it('are in the HTML of its page, in both languages', async () => {
    const { id } = await anOpenRaffle(server, SHOWN);
    const { id: orderId } = await bought(id, 'Maria Aparecida da Silva', 10);
    await bought(id, 'João Conceição', 1);
    const createdAt = new Date(Date.now() - 200_000);
    await server.app.db.prisma.order.update({ where: { id: BigInt(orderId) }, data: { createdAt } });
    const portuguese = await html(`/r/${id}`);
    expect(portuguese).toContain('Últimas compras');
    expect(portuguese).toMatch(/João C\..*1 cota · há 1 min.*Maria S\..*10 cotas · há 3 min/s);
    expect(portuguese).not.toMatch(/Aparecida|Conceição/);
    expect(await html(`/r/${id}`, 'en')).toMatch(/10 quotas · 3 min\. ago/);
  });
});
