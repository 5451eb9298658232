import { beforeAll, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { raffleBoxes } from './support/boxes.js';
import { quotaPrizeDesk } from './support/quota-prizes.js';
import { raffleDesk } from './support/raffles.js';
import { salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const COPY = `mutation ($id: ID!, $input: DuplicateRaffleInput!) {
  duplicateRaffle(id: $id, input: $input) { id slug title status quotaPrice quotaQuantity commitments { boxesHash quotaPrizesHash } }
}`;
const PROMOTION =
  'mutation ($raffleId: ID!, $input: PromotionInput!) { createPromotion(raffleId: $raffleId, input: $input) { id } }';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const desk = forTests(() => raffleDesk(server, admin.token));
beforeAll(() => seedProviders(server));

const copy = async (id: string, input: object = {}) => server.graphql(COPY, { id, input }, admin);
const db = () => server.app.db.prisma;
const settingsOf = (id: string) =>
  db().raffle.findUniqueOrThrow({
    where: { id },
    omit: { id: true, slug: true, version: true, sealedSecret: true, secretHash: true, createdAt: true, updatedAt: true },
    include: { prizes: { omit: { raffleId: true }, orderBy: { position: 'asc' } } },
  });

describe('a copy of a raffle', () => {
  it('has its settings, prizes, promotions, boxes, combos and quota prizes, and nothing of its sale', async () => {
    const isTrue = {
      enablePromotions: true,
      enableQuotaPrizes: true,
      showRank: true,
      acumulativeCombo: true,
      affiliate: true,
      isHighlighted: true,
    };
    const id = await desk.open({
      title: 'Moto 0 km',
      subtitle: 'Com documento',
      statusText: 'Últimas cotas',
      quotaQuantity: 1000,
      maxBuyerQuantity: 50,
      fastSelectionCards: [5, 10],
      popularSelectionCard: 10,
      commissionBasisPoints: 250,
      regulationText: 'Retirada na loja.',
      certificateCode: 'SPA 1',
      certificateIssuer: 'SPA/MF',
      certificateValidUntil: '2030-01-01',
      startsAt: '2026-01-01T00:00:00Z',
      endsAt: '2030-01-01T00:00:00Z',
      drawAt: '2030-01-02T00:00:00Z',
      prizes: [{ title: 'A moto', description: 'Vermelha' }, { title: 'Um capacete' }],
      ...isTrue,
    });
    const boxes = raffleBoxes(server.graphql);
    const made = await boxes.create(admin.token, id, { quantity: 3, mode: 'ALEATORIO' });
    await boxes.create(admin.token, id, { title: 'Capacete', quantity: 2, mode: 'PORCENTAGEM', percentage: 10, isLocked: true });
    await boxes.combo(admin.token, id, 10, 2, { highlighted: true });
    await server.graphql(PROMOTION, { raffleId: id, input: { kind: 'EXACT', quotaQuantity: 10, price: '8.00' } }, admin);
    const numbers = [
      { prize: 'Um PIX', luckyNumber: '777', releaseAtPercentage: 20 },
      { prize: 'Outro', luckyNumber: '007', isLocked: true },
    ];
    expect((await quotaPrizeDesk(server.graphql, admin.token).create(id, numbers)).code).toBeUndefined();
    const sales = salesDesk(server.graphql);
    const { order } = await sales.buy((await aCustomer(server)).token, { raffleId: id, quotaQuantity: 20 });
    await sales.pay(admin.token, order!.id);
    await boxes.lock(admin.token, made.data.id);
    await db().raffle.update({ where: { id }, data: { fakeSoldPercentage: 40 } });
    const before = await settingsOf(id);

    const { data, errors } = await copy(id);
    expect(errors).toBeUndefined();
    const copied = data.duplicateRaffle;
    expect(copied).toMatchObject({ title: 'Moto 0 km', status: 'DRAFT', quotaPrice: '1.00', quotaQuantity: 1000 });
    expect(copied.slug).toMatch(/^moto-0-km-[a-z0-9]{4}$/);
    expect(await settingsOf(id)).toEqual(before);
    expect(await settingsOf(copied.id)).toEqual({
      ...before,
      status: 'DRAFT',
      statusText: null,
      startsAt: null,
      endsAt: null,
      drawAt: null,
      certificateCode: null,
      certificateIssuer: null,
      certificateValidFrom: null,
      certificateValidUntil: null,
      fakeSoldPercentage: null,
    });

    const where = { raffleId: copied.id };
    expect(await db().promotion.findMany({ where })).toMatchObject([{ kind: 'EXACT', quotaQuantity: 10, price: 800n }]);
    expect(await db().awardedBox.findMany({ where, orderBy: { position: 'asc' } })).toMatchObject([
      { title: 'Moto', quantity: 3, isLocked: false, standing: 'UNLOCKED', given: 0 },
      { title: 'Capacete', quantity: 2, percentage: 1000, isLocked: true, standing: 'LOCKED', given: 0 },
    ]);
    expect(await db().awardedBoxCombo.findMany({ where })).toMatchObject([
      { quantityTitles: 10, quantityBoxes: 2, visible: true, highlighted: true },
    ]);
    expect(await db().quotaPrize.findMany({ where, orderBy: { position: 'asc' } })).toMatchObject([
      { number: 777, prize: 'Um PIX', releaseAt: 2000, isLocked: false, drawn: false, wonAt: null },
      { number: 7, prize: 'Outro', isLocked: true },
    ]);
    expect(copied.commitments).toEqual({ boxesHash: expect.any(String), quotaPrizesHash: expect.any(String) });
    const counter = await db().raffleCounter.findUniqueOrThrow({ where: { raffleId: copied.id } });
    expect(counter).toMatchObject({ sellable: 999, allocated: 0, reserved: 0, quotaPrizes: 2 });
    expect(await db().order.count({ where })).toBe(0);
    const rows = await db().raffle.findMany({ where: { id: { in: [id, copied.id] } }, select: { secretHash: true } });
    expect(new Set(rows.map(({ secretHash }) => Buffer.from(secretHash).toString('hex'))).size).toBe(2);

    // It can be sold and paid for as any other.
    await desk.update(copied.id, { status: 'OPEN' });
    const again = await sales.buy((await aCustomer(server)).token, { raffleId: copied.id, quotaQuantity: 10 });
    await sales.pay(admin.token, again.order!.id);
    const paid = await db().raffleCounter.findUniqueOrThrow({ where: { raffleId: copied.id } });
    expect(paid.allocated).toBe(10);
  });

  it('gets new numbers for the prizes whose numbers nobody knows', async () => {
    const id = await desk.open({
      quotaQuantity: 1_000_000,
      status: 'DRAFT',
      enableQuotaPrizes: true,
      automaticQuotaPrizeDistribution: true,
    });
    const prizes = Array.from({ length: 5 }, (_, i) => ({ prize: `Prêmio ${i}` }));
    await quotaPrizeDesk(server.graphql, admin.token).create(id, prizes);
    const { data } = await copy(id, { title: ' Outra ', slug: 'outra' });
    expect(data.duplicateRaffle).toMatchObject({ title: 'Outra', slug: 'outra' });
    const numbersOf = async (raffleId: string) =>
      (await db().quotaPrize.findMany({ where: { raffleId }, orderBy: { position: 'asc' } })).map(({ number, drawn, prize }) => {
        expect(drawn).toBe(true);
        return { number, prize };
      });
    const [first, second] = [await numbersOf(id), await numbersOf(data.duplicateRaffle.id)];
    expect(second.map(({ prize }) => prize)).toEqual(prizes.map(({ prize }) => prize));
    expect(second.map(({ number }) => number)).not.toEqual(first.map(({ number }) => number));
  });

  it('is refused with a taken or wrong slug, a blank title, or of a raffle that is not there', async () => {
    const id = await desk.open({ slug: 'ja-existe' });
    const count = await db().raffle.count();
    const fieldsOf = async (input: object) => Object.keys((await copy(id, input)).errors?.[0]?.extensions.fields ?? {});
    expect(await fieldsOf({ slug: 'ja-existe' })).toEqual(['slug']);
    expect(await fieldsOf({ slug: 'Já Existe' })).toEqual(['slug']);
    expect(await fieldsOf({ title: ' ' })).toEqual(['title']);
    await desk.remove(id);
    for (const unknown of [id, '01990000-0000-7000-8000-00000000dead', '1'])
      expect((await copy(unknown)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await db().raffle.count()).toBe(count);
  });
});
