import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { verifyDraw } from '../src/proof/verify-draw.js';
import { aCustomer } from './support/actors.js';
import { raffleBoxes, type HeldBoxAnswer } from './support/boxes.js';
import { aContest, comesDue, startDrawStage } from './support/draw-stage.js';
import { eventually } from './support/eventually.js';
import { expectEventsAsDescribed, writtenBy } from './support/event-contract.js';
import { bankTakesBack } from './support/refunds.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { salesDesk } from './support/sales.js';
import { seededRandom } from './support/second-gateway.js';
import { forTests } from './support/start.js';
import { anEndpoint } from './support/webhook-inbox.js';

const stage = forTests(startDrawStage);
const boxes = forTests(() => raffleBoxes(stage.server.graphql));
let prizes: ReturnType<typeof quotaPrizeDesk>;
beforeAll(async () => {
  prizes = quotaPrizeDesk(stage.server.graphql, stage.admin.token);
  await anEndpoint(stage.server, 'http://127.0.0.1:9/hooks');
});

const MODES = ['BEACON', 'LOTERIA_FEDERAL'] as const;
const RESULTS = ['34567', '12348', '90211', '55603', '77129'];
const QUOTAS = 1_000;

/** A raffle with all that there is: promotions, combos, boxes of both modes, quota prizes; some are withheld and sold again. */
async function aFullRaffle(drawMode: (typeof MODES)[number]) {
  const { token } = stage.admin;
  const input = { quotaQuantity: QUOTAS, drawMode, enablePromotions: true, enableQuotaPrizes: true, acumulativeCombo: true };
  const id = await stage.desk.open({ ...input, prizes: [{ title: 'Moto' }, { title: 'Phone' }, { title: 'Book' }] });
  const promotion = 'mutation ($id: ID!, $input: PromotionInput!) { createPromotion(raffleId: $id, input: $input) { id } }';
  const terms = { kind: 'FROM', quotaQuantity: 20, price: '0.90', bonusQuotas: 2 };
  expect((await stage.server.graphql(promotion, { id, input: terms }, { token })).errors).toBeUndefined();
  for (const [titles, held] of [
    [5, 1],
    [12, 3],
    [20, 4],
  ] as const)
    await boxes.combo(token, id, titles, held);
  const made = await Promise.all([
    boxes.create(token, id, { title: 'R$ 500', quantity: 7, mode: 'ALEATORIO' }),
    boxes.create(token, id, { title: 'R$ 20', quantity: 40, mode: 'PORCENTAGEM', percentage: 12.5, releaseAtPercentage: 10 }),
    boxes.create(token, id, { title: 'R$ 50', quantity: 9, mode: 'ALEATORIO', releaseAtPercentage: 40, isLocked: true }),
    boxes.create(token, id, { title: 'Café', quantity: 15, mode: 'PORCENTAGEM', percentage: 60 }),
  ]);
  for (const { message } of made) expect(message).toBeUndefined();
  const numbers = Array.from({ length: 30 }, (_, i) => String(i * 33).padStart(3, '0'));
  const { value: quotaPrizes = [], message } = await prizes.create(
    id,
    numbers.map((luckyNumber, i) => ({
      luckyNumber,
      prize: `R$ ${i}`,
      releaseAtPercentage: (i % 5) * 15,
      isLocked: i % 7 === 6,
    })),
  );
  expect(message).toBeUndefined();
  return { id, boxIds: made.map(({ data }) => data.id), quotaPrizes };
}

async function sell({ id, boxIds, quotaPrizes }: Awaited<ReturnType<typeof aFullRaffle>>, random: (below: number) => number) {
  const { token } = stage.admin;
  const desk = salesDesk(stage.server.graphql);
  const buyers = await Promise.all(Array.from({ length: 5 }, () => aCustomer(stage.server, { name: 'Ana Lúcia Prado' })));
  const refundable: string[] = [];
  for (let n = 0; n < 40; n++) {
    const buyer = buyers[random(buyers.length)]!;
    const quantity = [1, 5, 12, 20, 25][random(5)]!;
    const { order, message } = await desk.buyWithoutGateway(buyer.token, { raffleId: id, quotaQuantity: quantity });
    if (!order) throw new Error(message);
    await desk.pay(token, order.id);
    if (n % 4 === 0) refundable.push(order.id);
    else {
      const { data } = await boxes.mine(buyer.token, `orderId: "${order.id}"`);
      for (const held of data.nodes.slice(0, 2)) await boxes.open(buyer.token, held.id);
    }
    if (n % 6 === 5) await prizes.lock(quotaPrizes[random(quotaPrizes.length)]!);
    if (n % 6 === 2) await prizes.unlock(quotaPrizes[random(quotaPrizes.length)]!);
    if (n === 10 || n === 25) await boxes.unlock(token, boxIds[2]!);
    if (n === 15) await boxes.lock(token, boxIds[2]!);
    if (n === 20) await boxes.lock(token, boxIds[0]!);
    if (n === 33) await boxes.unlock(token, boxIds[0]!);
  }
  for (const orderId of refundable) await bankTakesBack(stage.server, orderId);
  await stage.desk.update(id, { status: 'CLOSED' });
  return buyers;
}

describe.each(MODES)('a raffle with all there is, drawn in mode %s', (mode) => {
  it('is proved to the last box and number', { timeout: 120_000 }, async () => {
    const raffle = await aFullRaffle(mode);
    const { id } = raffle;
    const buyers = await sell(raffle, seededRandom(mode.length));
    const { message } = await stage.createWinner(id, mode === 'LOTERIA_FEDERAL' ? aContest() : {});
    expect(message).toBeUndefined();
    for (const [desk, some] of [
      [boxes.lock, raffle.boxIds[1]!],
      [boxes.unlock, raffle.boxIds[1]!],
    ] as const)
      expect((await desk(stage.admin.token, some)).code).toBe('CONFLICT');
    expect((await prizes.lock(raffle.quotaPrizes[0]!)).code).toBe('CONFLICT');
    if (mode === 'LOTERIA_FEDERAL') await stage.typeResults(id, RESULTS, '139');
    else {
      await comesDue(stage.server, id);
      await stage.work();
    }
    const draw = await eventually(async () => {
      await stage.work();
      const { draw: now } = await stage.drawProof(id);
      return now?.proof ? now : undefined;
    });

    const proof = JSON.parse(draw.proof);
    const { ok, steps } = verifyDraw(proof);
    expect(steps.filter((step) => !step.ok)).toEqual([]);
    expect(ok).toBe(true);
    expect(draw.winners).toHaveLength(3);
    expect(steps.map(({ step }) => step)).toEqual(
      expect.arrayContaining(['boxes: wins', 'boxes: close', 'quota prizes: places', 'prize log', 'prize 3']),
    );
    if (process.env.KEEP_PROOFS) await writeFile(path.join(process.env.KEEP_PROOFS, `${mode}.json`), draw.proof);

    const [moto, , fifty] = proof.boxes.prizes;
    const [wins, closeWins]: [number[][], number[][]] = [proof.boxes.wins, proof.boxes.closeWins];
    const voided = JSON.parse(proof.manifest).voided.map(([first]: number[]) => first);
    for (const [place, prize] of [
      [0, moto],
      [2, fifty],
    ] as const) {
      const standing = wins.filter(([first, , of]) => of === place && !voided.includes(first)).length;
      expect(standing + closeWins.filter(([, , of]) => of === place).length).toBe(prize.quantity);
    }
    let held = 0;
    for (const buyer of buyers) {
      let after = '';
      for (let isMore = true; isMore;) {
        const { data } = await boxes.mine(buyer.token, `first: 100${after}`);
        const opened: HeldBoxAnswer[] = [];
        for (const box of data.nodes) if (box.status !== 'VOID') opened.push((await boxes.open(buyer.token, box.id)).data);
        held += opened.filter(({ status }) => status === 'OPENED_PRIZE').length;
        isMore = data.pageInfo.hasNextPage;
        after = `, after: "${data.pageInfo.endCursor}"`;
      }
    }
    expect(held).toBe(wins.filter(([first]) => !voided.includes(first)).length + closeWins.length);
    const { value: won } = await prizes.winners(id);
    expect(steps.find(({ step }) => step === 'quota prizes: won')?.detail).toMatch(new RegExp(`^${won?.totalCount} of 30`));

    await expectEventsAsDescribed(stage.server, writtenBy('draws'));

    const lies: [string, (copy: typeof proof) => void][] = [
      ['a box', (copy) => copy.boxes.wins.pop()],
      ['the close', (copy) => (copy.boxes.closeWins[0][1] += 1)],
      ['the log', (copy) => copy.log.pop()],
      ['a quota prize', (copy) => (copy.quotaPrizes.prizes[0].prize = 'R$ 1.000.000')],
      ['the seed', (copy) => (copy.boxes.seed = '00'.repeat(32))],
      ['a winner', (copy) => (copy.winners[0].ordinal += 1)],
    ];
    for (const [what, lie] of lies) {
      const copy = structuredClone(proof);
      lie(copy);
      expect([what, verifyDraw(copy).ok]).toEqual([what, false]);
    }
  });
});
