import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unseal } from '../src/platform/crypto.js';
import { wholePrizeLog } from '../src/prizes/prize-log.js';
import { federalOrdinals } from '../src/proof/federal.js';
import { manifestText, type Manifest } from '../src/proof/manifest.js';
import { formatLuckyNumber } from '../src/proof/permutation.js';
import { type PrizeLog, prizeLogHash, type Proof } from '../src/proof/proof.js';
import { quotaPrizesHash } from '../src/proof/quota-prize-proof.js';
import { verifyDraw } from '../src/proof/verify-draw.js';
import { aCustomer } from './support/actors.js';
import { FEDERAL_MANIFEST, FEDERAL_RESULTS } from './support/proofs.js';
import { bankTakesBack } from './support/refunds.js';
import { quotaPrizeDesk, quotaPrizesNow } from './support/quota-prizes.js';
import { raffleDesk } from './support/raffles.js';
import { countsOf, salesDesk } from './support/sales.js';
import { startSecondGateway, type SecondGateway } from './support/second-gateway.js';
import { shopForTests } from './support/shop.js';
import { forTests } from './support/start.js';

/*
 * What is sold while prizes are locked and unlocked, by the one process and by another, is what a stranger computes of the proof.
 */

const { server, admin, desk } = shopForTests();
let other: SecondGateway;
const buyer = forTests(() => aCustomer(server));
beforeAll(async () => {
  other = await startSecondGateway(server);
}, 60_000);
afterAll(() => other?.stop());

async function aRaffleWithPrizes(quotaQuantity: number, prizes: number): Promise<{ raffleId: string; ids: string[] }> {
  const raffleId = await raffleDesk(server, admin.token).open({ enableQuotaPrizes: true, quotaQuantity });
  const made = Array.from({ length: prizes }, (_, i) => ({
    luckyNumber: String(Math.floor((i * quotaQuantity) / prizes)),
    prize: `R$ ${i}`,
    releaseAtPercentage: (i % 5) * 15,
    isLocked: i % 6 === 0,
  }));
  const { value, message } = await quotaPrizeDesk(server.graphql, admin.token).create(raffleId, made);
  if (!value) throw new Error(message);
  return { raffleId, ids: value };
}

const NUMBERS = 'query ($orderId: ID!) { list: luckyNumbersByOrder(orderId: $orderId, first: 100) { nodes } }';
async function numbersOf(orderId: string, ask = server.graphql): Promise<string[]> {
  const { data } = await ask<{ list: { nodes: string[] } }>(NUMBERS, { orderId }, { token: admin.token });
  return data.list.nodes;
}

async function proofOf(raffleId: string): Promise<{ proof: Proof; manifest: Manifest }> {
  const { prisma } = server.app.db;
  const raffle = await prisma.raffle.findUniqueOrThrow({ where: { id: raffleId } });
  const counter = await countsOf(server, raffleId);
  const quotaPrizes = (await quotaPrizesNow(server, raffleId))!;
  const log: PrizeLog = await wholePrizeLog(server.app.db, raffleId);
  const blocks = await prisma.quotaAllocation.findMany({ where: { raffleId }, orderBy: { firstOrdinal: 'asc' } });
  const secret = unseal(server.app.config.encryptionKeys, raffle.sealedSecret);
  const published = await prisma.raffleCommitment.findUniqueOrThrow({ where: { raffleId } });
  expect(Buffer.from(published.quotaPrizesHash!).toString('hex')).toBe(quotaPrizesHash(quotaPrizes));
  const manifest: Manifest = {
    ...FEDERAL_MANIFEST,
    raffleId,
    quotaQuantity: raffle.quotaQuantity,
    sellable: counter.sellable,
    allocated: counter.allocated,
    blocks: blocks.length,
    voided: blocks
      .filter(({ voidedAt }) => voidedAt !== null)
      .map(({ firstOrdinal, endOrdinal }): [number, number] => [firstOrdinal, endOrdinal - firstOrdinal]),
    secretHash: createHash('sha256').update(secret).digest('hex'),
    quotaPrizesHash: quotaPrizesHash(quotaPrizes),
    prizeLogHash: prizeLogHash(log),
  };
  const { quotaPrizeChanges } = await prisma.raffleCounter.findUniqueOrThrow({ where: { raffleId } });
  const permutation = await server.app.permutations.get(raffleId, raffle.quotaQuantity, quotaPrizeChanges);
  const winners = federalOrdinals({ ...manifest, results: FEDERAL_RESULTS, permutation }).map((ordinal, i) => {
    return { prize: i + 1, ordinal: ordinal!, number: formatLuckyNumber(permutation.numberOf(ordinal!), permutation.size) };
  });
  const federal = { contest: FEDERAL_MANIFEST.contest!, results: FEDERAL_RESULTS };
  const common = { version: 1 as const, manifest: manifestText(manifest), chain: null, round: null, federal };
  return { proof: { ...common, permutationSecret: secret.toString('hex'), winners, log, quotaPrizes }, manifest };
}

describe('a sale with quota prizes', () => {
  it(
    'over two processes gives each number once, for good, and each prize to who has its number',
    { timeout: 60_000 },
    async () => {
      const { raffleId, ids } = await aRaffleWithPrizes(1_000, 40);
      const gateways = [server.graphql, other.ask];
      const given = new Map<string, string[]>();
      let refused = 0;
      const sell = async (turn: number): Promise<void> => {
        const ask = gateways[turn % 2]!;
        const { order } = await salesDesk(ask).buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 1 + (turn % 19) });
        if (!order) return;
        await salesDesk(gateways[(turn + 1) % 2]!).pay(admin.token, order.id);
        given.set(order.id, await numbersOf(order.id, ask));
      };
      const move = async (turn: number): Promise<void> => {
        const operator = quotaPrizeDesk(gateways[turn % 2]!, admin.token);
        const id = ids[(turn * 7) % ids.length]!;
        const { code } = await (turn % 3 === 0 ? operator.unlock(id) : operator.lock(id));
        if (code === 'CONFLICT') refused += 1;
        else expect(code).toBe(undefined);
      };
      for (let turn = 0; turn < 120; turn += 6)
        await Promise.all(Array.from({ length: 6 }, (_, i) => Promise.all([sell(turn + i), move(turn + i)])));
      for (const id of ids) await quotaPrizeDesk(other.ask, admin.token).unlock(id);
      for (let left = 1_000; left > 0;) {
        const { sellable, reserved, allocated } = await countsOf(server, raffleId);
        expect([sellable, reserved]).toEqual([1_000, 0]);
        left = sellable - allocated;
        if (left === 0) break;
        const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: Math.min(left, 100) });
        await desk.pay(admin.token, order!.id);
        given.set(order!.id, await numbersOf(order!.id));
      }

      expect(refused).toBeGreaterThan(0);
      expect(new Set([...given.values()].flat()).size).toBe(1_000);
      for (const [orderId, numbers] of given) for (const ask of gateways) expect(await numbersOf(orderId, ask)).toEqual(numbers);
      const { value } = await quotaPrizeDesk(server.graphql, admin.token).list(raffleId);
      for (const { luckyNumber, orderId } of value!.nodes) expect(given.get(orderId ?? '')).toContain(luckyNumber);
      const { ok, steps } = verifyDraw((await proofOf(raffleId)).proof);
      expect([ok, steps.filter((step) => !step.ok)]).toEqual([true, []]);
      expect(steps.find(({ step }) => step === 'quota prizes: won')?.detail).toMatch(/^40 of 40: /);
    },
  );

  it('is proved to a stranger, with numbers that stay withheld, a refund, and quotas that nobody bought', async () => {
    const { raffleId, ids } = await aRaffleWithPrizes(100, 24);
    const operator = quotaPrizeDesk(server.graphql, admin.token);
    const orders: string[] = [];
    for (let turn = 0; turn < 8; turn++) {
      const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 9 });
      await desk.pay(admin.token, order!.id);
      orders.push(order!.id);
      for (let i = 0; i < 3; i++) await (turn % 3 === 1 ? operator.unlock : operator.lock)(ids[(turn * 5 + i) % ids.length]!);
    }
    await bankTakesBack(server, orders[2]!);
    const { proof, manifest } = await proofOf(raffleId);
    expect(manifest.sellable).toBeLessThan(100);
    expect(proof.log.length).toBeGreaterThan(5);
    const { ok, steps } = verifyDraw(JSON.parse(JSON.stringify(proof)));
    expect([ok, steps.filter((step) => !step.ok)]).toEqual([true, []]);
    const shown = (await operator.list(raffleId)).value!.nodes;
    const won = shown.filter(({ standing }) => standing === 'WON').length;
    const voided = shown.filter(({ standing }) => standing === 'VOID').length;
    const told = steps.find(({ step }) => step === 'quota prizes: won')?.detail ?? '';
    expect(told.startsWith(`${won} of 24`)).toBe(true);
    if (voided > 0) expect(told).toContain(`; ${voided} void`);
    for (const lie of [
      { ...manifest, sellable: manifest.sellable + 1 },
      { ...manifest, quotaPrizesHash: 'ab'.repeat(32) },
    ])
      expect(verifyDraw({ ...proof, manifest: manifestText(lie) }).ok).toBe(false);
    expect(verifyDraw({ ...proof, log: proof.log.slice(1) }).ok).toBe(false);
  });

  it('asks nothing more of the database where there are no quota prizes', async () => {
    const asked: string[] = [];
    const raffleId = await raffleDesk(server, admin.token).open({ quotaQuantity: 100 });
    const { order } = await desk.buyWithoutGateway(buyer.token, { raffleId, quotaQuantity: 3 });
    const { placesOf } = server.app.permutations;
    server.app.permutations.placesOf = (...args) => {
      asked.push(args[0]);
      return placesOf(...args);
    };
    try {
      await desk.pay(admin.token, order!.id);
    } finally {
      server.app.permutations.placesOf = placesOf;
    }
    expect(asked).toEqual([]);
    expect((await numbersOf(order!.id)).length).toBe(3);
  });
});
