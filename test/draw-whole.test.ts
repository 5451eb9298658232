import { beforeAll, describe, expect, it } from 'vitest';
import type { Proof } from '../src/proof/draw-proof.js';
import { verifyProof } from '../src/proof/verify-proof.js';
import { verifyReceipt } from '../src/proof/verify-receipt.js';
import { aCustomer } from './support/actors.js';
import { raffleBoxes, type HeldBoxAnswer } from './support/boxes.js';
import { aContest, comesDue, contestIsHeld, startDrawStage } from './support/draw-stage.js';
import { expectEventsAsDescribed, writtenBy } from './support/event-contract.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { decideAll } from './support/rounds.js';
import { countsOf, salesDesk } from './support/sales.js';
import { forTests } from './support/start.js';
import { anEndpoint } from './support/webhook-inbox.js';

const stage = forTests(startDrawStage);
const boxes = forTests(() => raffleBoxes(stage.server.graphql));
const prizes = forTests(() => quotaPrizeDesk(stage.server.graphql, stage.admin.token));
beforeAll(() => anEndpoint(stage.server, 'http://127.0.0.1:9/hooks'));

const MODES = ['BEACON', 'LOTERIA_FEDERAL'] as const;
const RESULTS = ['34567', '12348', '90211', '55603', '77129'];
const CONFIRMED = { results: RESULTS, confirmStartNumber: '139' };
const QUOTAS = 1_000;

/** A raffle with all that there is: promotions, combos, boxes of both modes and quota prizes, of each release. */
async function aFullRaffle(drawMode: (typeof MODES)[number]) {
  const { token } = stage.admin;
  const id = await stage.desk.open({
    quotaQuantity: QUOTAS,
    drawMode,
    enablePromotions: true,
    enableQuotaPrizes: true,
    automaticQuotaPrizeDistribution: true,
    acumulativeCombo: true,
    prizes: [{ title: 'Moto' }, { title: 'Phone' }, { title: 'Book' }],
    // Far behind the rounds of the blocks.
    drawAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const promotion = 'mutation ($id: ID!, $input: PromotionInput!) { createPromotion(raffleId: $id, input: $input) { id } }';
  const terms = { kind: 'FROM', quotaQuantity: 20, price: '0.90', bonusQuotas: 2 };
  expect((await stage.server.graphql(promotion, { id, input: terms }, { token })).errors).toBeUndefined();
  for (const [titles, held] of [
    [5, 2],
    [12, 5],
  ] as const)
    await boxes.combo(token, id, titles, held);
  const made = [];
  for (const box of [
    { title: 'Begins at the close', quantity: 2, mode: 'ALEATORIO', isLocked: true },
    { title: 'By chance, at the close', quantity: 3, mode: 'PORCENTAGEM', percentage: 20, isLocked: true },
    { title: 'Sent to the close', quantity: 60, mode: 'ALEATORIO' },
    { title: 'R$ 500', quantity: 60, mode: 'ALEATORIO' },
    { title: 'Café', quantity: 60, mode: 'ALEATORIO', releaseAtPercentage: 10 },
    { title: 'R$ 20', quantity: 40, mode: 'PORCENTAGEM', percentage: 12.5 },
  ] as const)
    made.push(await boxes.create(token, id, box));
  for (const { message } of made) expect(message).toBeUndefined();
  const { value: numbers = [], message } = await prizes.create(id, [
    { prize: 'R$ 1.000', isLocked: true },
    { prize: 'R$ 2.000', isLocked: true },
    ...Array.from({ length: 80 }, () => ({ prize: 'R$ 50' })),
    ...Array.from({ length: 20 }, () => ({ prize: 'R$ 100', releaseAtPercentage: 10 })),
  ]);
  expect(message).toBeUndefined();
  const boxIds = made.map(({ data }) => data.id);
  return { id, boxIds, toClose: [...boxIds.slice(0, 3), ...numbers.slice(0, 2)] };
}

/** The operator sends prizes to the close and refunds what may be, and the last order waits for a round that does not come. */
async function aSale(drawMode: (typeof MODES)[number]) {
  const { token } = stage.admin;
  const raffle = await aFullRaffle(drawMode);
  const { id } = raffle;
  const desk = salesDesk(stage.server.graphql);
  const orders: { id: string; token: string }[] = [];
  const sell = async (quotaQuantity: number): Promise<string> => {
    const buyer = await aCustomer(stage.server, { name: 'Ana Lúcia Prado' });
    const { order, message } = await desk.buyWithoutGateway(buyer.token, { raffleId: id, quotaQuantity });
    if (!order) throw new Error(message);
    await desk.pay(token, order.id);
    orders.push({ id: order.id, token: buyer.token });
    return order.id;
  };
  for (const quotas of [50, 40, 30]) await sell(quotas);
  await decideAll(stage.server.app);
  const left = (await prizes.list(id)).value!.nodes.find(({ standing, releaseAtPercentage }) => {
    return standing === 'AVAILABLE' && releaseAtPercentage === 0;
  })!;
  expect((await prizes.lock(left.id)).code).toBeUndefined();
  expect((await boxes.lock(token, raffle.boxIds[2]!)).code).toBeUndefined();
  expect((await prizes.unlock(left.id)).code).toBe('CONFLICT');

  const single: string[] = [];
  for (let i = 0; i < 12; i++) single.push(await sell(1));
  await decideAll(stage.server.app);
  const refunded: string[] = [];
  for (const order of single) if ((await boxes.refund(token, order)).code === undefined) refunded.push(order);
  // About one in ten won a number.
  expect(refunded.length).toBeGreaterThan(3);

  const last = await sell(7);
  const { round } = await stage.server.app.db.prisma.quotaAllocation.findFirstOrThrow({ where: { orderId: BigInt(last) } });
  stage.withholds(Number(round));
  await stage.desk.update(id, { status: 'CLOSED' });
  return { ...raffle, orders, refunded, toClose: [...raffle.toClose, left.id] };
}

describe.each(MODES)('a raffle with all there is, drawn in mode %s', { timeout: 60_000 }, (mode) => {
  let sale: Awaited<ReturnType<typeof aSale>>;
  let frozen: any;
  beforeAll(async () => {
    sale = await aSale(mode);
    const { draw, message } = await stage.createWinner(sale.id, mode === 'BEACON' ? {} : aContest());
    expect(message).toBeUndefined();
    frozen = draw;
  }, 120_000);

  it('is frozen with all that was sold, also what waits for its round', async () => {
    const { allocated } = await countsOf(stage.server, sale.id);
    const givenBack = sale.refunded.length;
    expect(JSON.parse(frozen.manifest)).toMatchObject({
      version: 2,
      allocated,
      // Two quota prizes began at the close, and one was sent there.
      sellable: QUOTAS - 3,
      leaves: sale.orders.length + 2 + givenBack,
      composition: { pix: 0, byHand: allocated - givenBack, free: 0, givenBack },
    });
    for (const move of [boxes.lock, boxes.unlock]) expect((await move(stage.admin.token, sale.boxIds[3]!)).code).toBe('CONFLICT');
  });

  it('is not drawn before all of it is decided', async () => {
    if (mode === 'BEACON') {
      await comesDue(stage.server, sale.id);
      expect((await stage.createWinner(sale.id)).draw.status).toBe('FROZEN');
    } else {
      await contestIsHeld(stage.server, sale.id);
      expect((await stage.createWinner(sale.id, CONFIRMED)).draw.awaits).toBe('CONFIRMATION');
      for (let times = 0; times < 2; times++) {
        const { error, message } = await stage.createWinner(sale.id, CONFIRMED, stage.second.token);
        expect([error?.code, message]).toEqual(['CONFLICT', expect.stringContaining('still wait for the round')]);
      }
      expect((await stage.drawProof(sale.id)).draw).toMatchObject({ results: RESULTS, confirmation: 'SECOND_OPERATOR' });
    }
    expect(await stage.work()).toBe(0);
    expect((await stage.drawProof(sale.id)).draw).toMatchObject({ status: 'FROZEN', winners: [] });
  });

  it('is proved to the last box and number', async () => {
    await decideAll(stage.server.app);
    const { id } = sale;
    const { proof: file, manifest, winners } = await stage.provenDraw(id);
    expect(manifest).toBe(frozen.manifest);
    const { ok, steps, sale: verified } = verifyProof(JSON.parse(file));
    expect([steps.filter((step) => !step.ok), ok]).toEqual([[], true]);
    expect(winners).toHaveLength(3);

    const proof: Proof = JSON.parse(file);
    const closed = (prizeId: string): number => proof.closeWins.filter(([of]) => of === prizeId).length;
    expect(sale.toClose.filter((prizeId) => closed(prizeId) === 0)).toEqual([]);
    // All that does not come by chance is given to somebody.
    for (const [place, prize] of proof.boxes!.prizes.entries()) {
      const won = proof.boxes!.wins.filter(([, , of]) => of === place).length;
      if (prize.mode === 'ALEATORIO') expect([prize.title, won + closed(prize.id)]).toEqual([prize.title, prize.quantity]);
    }
    const numbers = proof.quotaPrizes!;
    const heldAtClose = numbers.prizes.filter((prize) => closed(prize.id) === 1);
    expect(numbers.wins.length).toBeGreaterThan(3);
    expect(numbers.wins.length + heldAtClose.length).toBe(numbers.prizes.length);
    const shown = (await prizes.list(id)).value!.nodes;
    expect(shown.map(({ luckyNumber }) => luckyNumber)).toEqual(
      numbers.prizes.slice(0, shown.length).map(({ number }) => number),
    );

    let held = 0;
    for (const buyer of sale.orders) {
      const { data } = await boxes.mine(buyer.token, 'first: 100');
      const opened: HeldBoxAnswer[] = [];
      for (const box of data.nodes) if (box.status !== 'VOID') opened.push((await boxes.open(buyer.token, box.id)).data);
      held += opened.filter(({ status }) => status === 'OPENED_PRIZE').length;
    }
    expect(held).toBe(proof.boxes!.wins.length);
    const owner = await stage.server.graphql<{ luckyNumberOwner: { order: { id: string } | null } }>(
      'query ($id: ID!, $number: String!) { luckyNumberOwner(raffleId: $id, number: $number) { order { id } } }',
      { id, number: winners[0].luckyNumber },
      stage.admin,
    );
    expect(sale.orders.map((order) => order.id)).toContain(owner.data.luckyNumberOwner.order?.id);
    await expectEventsAsDescribed(stage.server, writtenBy('draws'));

    for (const order of sale.orders) {
      const { receipts } = await stage.receiptsOf(BigInt(order.id), order.token);
      expect(receipts).toMatchObject([{ isVoid: sale.refunded.includes(order.id) }]);
      // As its head was published: before the round that decides the block.
      const seen = { ...receipts[0], head: { ...receipts[0].head, seenAt: receipts[0].head.at } };
      expect(verifyReceipt(seen, verified)).toMatchObject({ ok: true, isConfirmed: true });
    }

    const lies: [string, (copy: Proof) => void][] = [
      ['a box', (copy) => copy.boxes!.wins.pop()],
      ['the close', (copy) => (copy.closeWins[0]![2] += 1)],
      ['the book', (copy) => (copy.leaves[0] = copy.leaves[0]!.slice(0, -48))],
      ['a quota prize', (copy) => (copy.quotaPrizes!.prizes[0]!.prize = 'R$ 1.000.000')],
      ['a round', (copy) => (copy.rounds[0]![1] = copy.rounds.at(-1)![1])],
      ['a winner', (copy) => (copy.winners[0]!.ordinal += 1)],
    ];
    for (const [what, lie] of lies) {
      const copy = structuredClone(proof);
      lie(copy);
      expect([what, verifyProof(copy).ok]).toEqual([what, false]);
    }
  });
});
