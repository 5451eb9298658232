import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPermutation, derivePermutationKey } from '../src/lucky-numbers/permutations.js';
import { unseal } from '../src/platform/crypto.js';
import { aCustomer } from './support/actors.js';
import { decidedWins, replayedWins } from './support/instant-replay.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { raffleDesk } from './support/raffles.js';
import { decideAll } from './support/rounds.js';
import { countsOf, salesDesk } from './support/sales.js';
import { startSecondGateway, type SecondGateway } from './support/second-gateway.js';
import { shopForTests } from './support/shop.js';
import { forTests } from './support/start.js';
import { bankTakesBack } from './support/refunds.js';

/*
 * What two processes sell and decide, while prizes are sent to the close, is what a stranger computes of the book.
 */

const { server, admin, desk } = shopForTests();
let other: SecondGateway;
const buyer = forTests(() => aCustomer(server));
beforeAll(async () => {
  other = await startSecondGateway(server);
}, 60_000);
afterAll(() => other?.stop());

const QUOTAS = 1_000;

async function aRaffleWithPrizes(prizes: number): Promise<{ raffleId: string; numberOf: Map<string, number> }> {
  const raffleId = await raffleDesk(server, admin.token).open({ enableQuotaPrizes: true, quotaQuantity: QUOTAS });
  const numbers = Array.from({ length: prizes }, (_, i) => Math.floor((i * QUOTAS) / prizes));
  const made = numbers.map((number, i) => ({
    luckyNumber: String(number),
    prize: `R$ ${i}`,
    releaseAtPercentage: (i % 5) * 15,
    isLocked: i % 6 === 0,
  }));
  const { value, message } = await quotaPrizeDesk(server.graphql, admin.token).create(raffleId, made);
  if (!value) throw new Error(message);
  return { raffleId, numberOf: new Map(value.map((id, i) => [id, numbers[i]!])) };
}

const NUMBERS = 'query ($orderId: ID!) { list: luckyNumbersByOrder(orderId: $orderId, first: 100) { nodes } }';
async function numbersOf(orderId: string, ask = server.graphql): Promise<string[]> {
  const { data } = await ask<{ list: { nodes: string[] } }>(NUMBERS, { orderId }, { token: admin.token });
  return data.list.nodes;
}

/** Of each ordinal, by the description: a listed number where one was won, else the next plain one. */
async function numbersByHand(raffleId: string, numberOf: ReadonlyMap<string, number>): Promise<string[]> {
  const raffle = await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id: raffleId } });
  const listed = new Set(numberOf.values());
  const unlisted = Array.from({ length: QUOTAS }, (_, number) => number).filter((number) => !listed.has(number));
  const key = derivePermutationKey(unseal(server.app.config.encryptionKeys, raffle.sealedSecret), raffleId);
  const plain = createPermutation(key, unlisted.length);
  const { decidedTo, quotaPrizes } = await replayedWins(server, raffleId);
  const won = new Map(quotaPrizes.map(([id, ordinal]) => [ordinal, numberOf.get(id)!]));
  let rank = 0;
  return Array.from({ length: decidedTo }, (_, ordinal) => {
    const number = won.get(ordinal) ?? unlisted[plain.numberOf(rank++)]!;
    return String(number).padStart(3, '0');
  });
}

describe('a sale with quota prizes', () => {
  it(
    'over two processes gives each number once, for good, and each prize to who has its number',
    { timeout: 60_000 },
    async () => {
      const { raffleId, numberOf } = await aRaffleWithPrizes(40);
      const ids = [...numberOf.keys()];
      const gateways = [server.graphql, other.ask];
      const orders: string[] = [];
      const sell = async (turn: number): Promise<void> => {
        const ask = gateways[turn % 2]!;
        const { order } = await salesDesk(ask).buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1 + (turn % 19) });
        if (!order) return;
        await salesDesk(gateways[(turn + 1) % 2]!).pay(admin.token, order.id);
        orders.push(order.id);
      };
      const sendToClose = async (turn: number): Promise<void> => {
        const operator = quotaPrizeDesk(gateways[turn % 2]!, admin.token);
        const { code } = await operator.lock(ids[turn % ids.length]!);
        // It may be won already.
        expect([undefined, 'CONFLICT']).toContain(code);
      };
      for (let turn = 0; turn < 90; turn += 6) {
        await Promise.all([...Array.from({ length: 6 }, (_, i) => sell(turn + i)), sendToClose(turn)]);
        // The second process decides as well, when it sees the rounds first.
        if (turn % 18 === 0) await decideAll(server.app);
      }
      await decideAll(server.app);
      const taken = orders[3]!;
      await bankTakesBack(server, taken);
      for (;;) {
        const { sellable, allocated } = await countsOf(server, raffleId);
        if (sellable === allocated) break;
        const quotaQuantity = Math.min(sellable - allocated, 100);
        const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
        await desk.pay(admin.token, order!.id);
        orders.push(order!.id);
      }
      await decideAll(server.app);

      const written = await decidedWins(server, raffleId);
      expect(written).toEqual(await replayedWins(server, raffleId));
      const expected = await numbersByHand(raffleId, numberOf);
      expect(new Set(expected).size).toBe(expected.length);
      const given = new Map<string, string[]>();
      for (const id of orders) {
        const block = await server.app.db.prisma.quotaAllocation.findFirstOrThrow({ where: { orderId: BigInt(id) } });
        const numbers = expected.slice(block.firstOrdinal, block.endOrdinal);
        for (const ask of gateways) expect(await numbersOf(id, ask)).toEqual(numbers);
        given.set(id, numbers);
      }
      const { value } = await quotaPrizeDesk(server.graphql, admin.token).list(raffleId);
      const won = value!.nodes.filter(({ orderId }) => orderId !== null);
      for (const { luckyNumber, orderId, standing } of won) {
        expect(given.get(orderId!)).toContain(luckyNumber);
        expect(standing).toBe(orderId === taken ? 'VOID' : 'WON');
      }
      // All that is in play is won with the last quota; some of what was sent to the close was won by a block before the leaf.
      const locked = value!.nodes.filter(({ standing }) => standing === 'LOCKED').length;
      expect([won.length, locked > 7]).toEqual([40 - locked, true]);
      expect((await quotaPrizeDesk(other.ask, admin.token).lock(won[0]!.id)).code).toBe('CONFLICT');
    },
  );
});
