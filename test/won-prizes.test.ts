import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer } from './support/actors.js';
import { raffleBoxes, type BoxTerms } from './support/boxes.js';
import { comesDue, startDrawStage } from './support/draw-stage.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { anOpenRaffle, salesDesk } from './support/sales.js';
import { forTests } from './support/start.js';
import { anEndpoint } from './support/webhook-inbox.js';

const stage = forTests(startDrawStage);
const boxes = forTests(() => raffleBoxes(stage.server.graphql));
beforeAll(() => anEndpoint(stage.server, 'http://127.0.0.1:9/hooks'));

const SURE: BoxTerms = { title: 'R$ 50', quantity: 100, prize: '50.00', mode: 'PORCENTAGEM', percentage: 100 };

const rowsOf = (raffleId: string) =>
  stage.server.app.db.prisma.wonPrize.findMany({ where: { raffleId }, orderBy: [{ kind: 'asc' }, { unit: 'asc' }] });

/** What was sent of the raffle's wins. */
async function told(raffleId: string) {
  const events = await stage.server.app.db.prisma.webhookEvent.findMany({ where: { type: 'prize.won' }, orderBy: { id: 'asc' } });
  return events
    .map(({ body }) => JSON.parse(body).data)
    .filter((data) => data.raffleId === raffleId)
    .sort((one, other) => (one.wonPrizeId < other.wonPrizeId ? -1 : 1));
}

async function buy(raffleId: string, buyer: { token: string }, quotaQuantity = 1): Promise<string> {
  const desk = salesDesk(stage.server.graphql);
  const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!order) throw new Error('nothing was sold');
  await desk.pay(stage.admin.token, order.id);
  return order.id;
}

describe('what is won is owed', () => {
  it('of the draw: each prize to its winner, from the draw on', async () => {
    const { id, orders } = await stage.aClosedRaffle([5, 5], { prizes: [{ title: 'Moto' }, { title: 'Bike' }] });
    await stage.createWinner(id);
    expect(await rowsOf(id)).toEqual([]);
    await comesDue(stage.server, id);
    await stage.work();
    const { draw } = await stage.drawProof(id, stage.admin.token);
    const rows = await rowsOf(id);
    expect(rows.map(({ kind, unit, title, state }) => [kind, unit, title, state])).toEqual([
      ['DRAW', 1, 'Moto', 'WON'],
      ['DRAW', 2, 'Bike', 'WON'],
    ]);
    expect(rows.map(({ orderId }) => String(orderId))).toEqual(draw?.winners.map(({ orderId }: { orderId: string }) => orderId));
    expect(orders.length).toBe(2);
    for (const { wonAt, shownAt, lapsesAt } of rows)
      expect([shownAt, lapsesAt]).toEqual([wonAt, new Date(wonAt.getTime() + 180 * 86_400_000)]);
    expect(await told(id)).toEqual(
      rows.map(({ id: wonPrizeId, title, userId }) =>
        expect.objectContaining({ wonPrizeId, kind: 'DRAW', title, userId, value: null }),
      ),
    );
  });

  it('of a quota prize: with its number, when its order is paid', async () => {
    const raffle = await anOpenRaffle(stage.server, { quotaQuantity: 10, enableQuotaPrizes: true });
    const prizes = quotaPrizeDesk(stage.server.graphql, stage.admin.token);
    const { value: [prizeId] = [] } = await prizes.create(raffle.id, [{ luckyNumber: '7', prize: 'Café' }]);
    const orderId = await buy(raffle.id, await aCustomer(stage.server), 10);
    expect(await rowsOf(raffle.id)).toMatchObject([
      { kind: 'QUOTA_PRIZE', prizeId, unit: 0, title: 'Café', number: 7, orderId: BigInt(orderId), value: null },
    ]);
    expect(await told(raffle.id)).toMatchObject([{ luckyNumber: '7', orderId, boxNumber: null, atClose: false }]);
  });

  it('of a box: with its value, and nobody is told before the box is opened', async () => {
    const raffle = await anOpenRaffle(stage.server);
    await boxes.create(stage.admin.token, raffle.id, SURE);
    await boxes.combo(stage.admin.token, raffle.id, 1, 2);
    const buyer = await aCustomer(stage.server);
    const orderId = await buy(raffle.id, buyer);
    const owed = await rowsOf(raffle.id);
    expect(owed).toMatchObject([
      { kind: 'BOX', unit: 0, boxIndex: 0, value: 5_000n, orderId: BigInt(orderId), shownAt: null },
      { kind: 'BOX', unit: 1, boxIndex: 1, value: 5_000n, orderId: BigInt(orderId), shownAt: null },
    ]);
    expect(await told(raffle.id)).toEqual([]);
    const [, second] = (await boxes.mine(buyer.token)).data.nodes;
    for (let times = 0; times < 2; times++) await boxes.open(buyer.token, second!.id);
    expect(await told(raffle.id)).toMatchObject([{ wonPrizeId: owed[1]!.id, boxNumber: 2, value: '50.00' }]);
    expect((await rowsOf(raffle.id)).map(({ shownAt }) => shownAt === null)).toEqual([true, false]);
  });

  it('at most once, as it was won, whatever the service does', async () => {
    const raffle = await anOpenRaffle(stage.server);
    await boxes.create(stage.admin.token, raffle.id, SURE);
    await boxes.combo(stage.admin.token, raffle.id, 1, 1);
    await buy(raffle.id, await aCustomer(stage.server));
    const [row] = await rowsOf(raffle.id);
    const again = stage.server.app.db.prisma.wonPrize.create({ data: { ...row!, id: raffle.id } });
    await expect(again).rejects.toThrow(/unique/i);
    const refused = async (statement: string, reason: RegExp): Promise<void> => {
      const client = new pg.Client({ connectionString: stage.server.app.config.databaseUrl });
      await client.connect();
      await expect(client.query(statement, [row!.id])).rejects.toThrow(reason);
      await client.end();
    };
    for (const change of ['value = 1', 'order_id = order_id + 1', "title = 'Moto'", 'lapses_at = now()', 'won_at = lapses_at'])
      await refused(`UPDATE won_prizes SET ${change} WHERE id = $1`, /stays as it was won/);
    await refused('DELETE FROM won_prizes WHERE id = $1', /stays as it was won/);
    const early = "UPDATE won_prizes SET state = 'LAPSED', lapsed_at = lapses_at - interval '1 second' WHERE id = $1";
    await refused(early, /lapse_check/);
  });
});
