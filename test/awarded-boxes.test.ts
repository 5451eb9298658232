import { beforeAll, describe, expect, it } from 'vitest';
import { boxesHash } from '../src/proof/box-prizes.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { raffleBoxes, type BoxTerms } from './support/boxes.js';
import { refused, restClient } from './support/rest-contract.js';
import { anOpenRaffle, salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const buyer = forTests(() => aCustomer(server));
const boxes = forTests(() => raffleBoxes(server.graphql));
beforeAll(() => seedProviders(server));

const CHANCE: BoxTerms = { title: 'R$ 50', quantity: 20, prize: '50.00', mode: 'PORCENTAGEM', percentage: 12.5 };
const HIDDEN: BoxTerms = { title: 'Moto', quantity: 3, prize: '15000.00', mode: 'ALEATORIO', releaseAtPercentage: 33.33 };

async function order(raffleId: string, quotaQuantity = 1): Promise<string> {
  const { order: placed } = await salesDesk(server.graphql).buyWithoutGateway(buyer.token, { raffleId, quotaQuantity });
  if (!placed) throw new Error('nothing was sold');
  return placed.id;
}

async function publishedBy(id: string) {
  const { data } = await server.graphql<{ raffle: { version: number; commitments: { boxesHash: string | null } } }>(
    'query ($id: ID!) { raffle(id: $id) { version commitments { boxesHash } } }',
    { id },
    admin,
  );
  return { version: data.raffle.version, ...data.raffle.commitments };
}

async function sentToClose(raffleId: string) {
  const where = { raffleId, type: 'TO_CLOSE' as const };
  const select = { leaf: true, ordinal: true, prizeId: true };
  return server.app.db.prisma.bookEntry.findMany({ where, select, orderBy: { leaf: 'asc' } });
}

const rowOf = ({ prize = '', title = '', ...terms }: BoxTerms, id: string) => ({
  id,
  title,
  quantity: terms.quantity,
  prize: String(prize),
  mode: terms.mode,
  percentage: terms.percentage === undefined ? null : Math.round(terms.percentage * 100),
  releaseAt: Math.round((terms.releaseAtPercentage ?? 0) * 100),
  isLocked: terms.isLocked ?? false,
});

describe('before the first sale', () => {
  it('each change publishes the hash of what there is now, and counts the raffle up', async () => {
    const { id } = await anOpenRaffle(server, { status: 'DRAFT' });
    const nothing = await publishedBy(id);
    expect(nothing.boxesHash).toBe(null);

    const first = (await boxes.create(admin.token, id, CHANCE)).data;
    const one = await publishedBy(id);
    expect(one.boxesHash).toBe(boxesHash([rowOf(CHANCE, first.id)], [], false));
    const second = (await boxes.create(admin.token, id, { ...HIDDEN, isLocked: true })).data;
    const rows = [rowOf(CHANCE, first.id), rowOf({ ...HIDDEN, isLocked: true }, second.id)];
    const combo = (await boxes.combo(admin.token, id, 5, 2)).data;
    const told = async () => (await publishedBy(id)).boxesHash;
    expect(await told()).toBe(boxesHash(rows, [{ quantityTitles: 5, quantityBoxes: 2 }], false));
    await boxes.changeCombo(admin.token, combo.id, { quantityBoxes: 3 });
    expect(await told()).toBe(boxesHash(rows, [{ quantityTitles: 5, quantityBoxes: 3 }], false));
    await boxes.toggle(admin.token, 'toggleAcumulativeCombo', id);
    expect(await told()).toBe(boxesHash(rows, [{ quantityTitles: 5, quantityBoxes: 3 }], true));
    await server.graphql(
      'mutation ($id: ID!) { updateRaffle(id: $id, input: { acumulativeCombo: false, quotaQuantity: 900 }) { id } }',
      { id },
      admin,
    );
    expect(await told()).toBe(boxesHash(rows, [{ quantityTitles: 5, quantityBoxes: 3 }], false));
    expect((await boxes.unlock(admin.token, second.id)).data).toMatchObject({ isLocked: false, beganLocked: false });
    expect(await told()).toBe(
      boxesHash([rows[0]!, { ...rows[1]!, isLocked: false }], [{ quantityTitles: 5, quantityBoxes: 3 }], false),
    );
    const all = await publishedBy(id);
    expect(all.version).toBe(nothing.version + 7);

    // Nothing that cannot be told is left behind.
    await boxes.delete(admin.token, first.id);
    await boxes.delete(admin.token, second.id);
    await boxes.deleteCombo(admin.token, combo.id);
    expect(await publishedBy(id)).toMatchObject({ boxesHash: null });
    expect(await sentToClose(id)).toEqual([]);
    const acts = await server.app.db.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    expect(acts.map(({ action }) => action)).toEqual([
      'createAwardedBox',
      'createAwardedBox',
      'createAwardedBoxCombo',
      'updateAwardedBoxCombo',
      'toggleAcumulativeCombo',
      'updateRaffle',
      'unlockAwardedBox',
      'deleteAwardedBox',
      'deleteAwardedBox',
      'deleteAwardedBoxCombo',
    ]);
    expect(acts.every(({ actorId }) => actorId === admin.id)).toBe(true);
  });

  it.each<[string, BoxTerms, Record<string, string[]>]>([
    ['more units than quotas', { ...CHANCE, quantity: 101 }, { quantityTitles: [expect.stringContaining('100 quotas')] }],
    ['no chance', { quantity: 1, mode: 'PORCENTAGEM' }, { percentage: ['is required where mode is PORCENTAGEM'] }],
    ['a chance of what is hidden', { ...HIDDEN, percentage: 1 }, { percentage: ['must be left out where mode is ALEATORIO'] }],
    [
      'a chance of three decimals',
      { ...CHANCE, percentage: 1.234 },
      { percentage: ['must be a number with at most two decimals'] },
    ],
    ['a worthless prize', { ...CHANCE, prize: 0 }, { prize: ['must be more than 0'] }],
    ['a blank title', { ...CHANCE, title: '  ' }, { title: ['must not be blank'] }],
    ['half a unit', { ...CHANCE, quantity: 0.5 }, { quantity: ['must be a whole number'] }],
    ['too late a release', { ...CHANCE, releaseAtPercentage: 100.01 }, { releaseAtPercentage: ['must not be greater than 100'] }],
  ])('%s is refused', async (_, terms, fields) => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 100 });
    expect(await boxes.create(admin.token, id, terms)).toMatchObject({ code: 'BAD_USER_INPUT', fields });
    expect(await publishedBy(id)).toMatchObject({ boxesHash: null });
  });

  it('all units fit the quotas and all chances are at most a hundred percent, whatever comes later', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 100 });
    await boxes.create(admin.token, id, { ...CHANCE, quantity: 60, percentage: 70.5 });
    expect((await boxes.create(admin.token, id, { ...CHANCE, quantity: 41, percentage: 29.51 })).fields).toEqual({
      quantityTitles: [expect.stringContaining('40 that its other boxes leave')],
      percentage: [expect.stringContaining('at most 29.5')],
    });
    expect((await boxes.create(admin.token, id, { ...CHANCE, quantity: 40, percentage: 29.5 })).code).toBeUndefined();
    const shrink = await server.graphql(
      'mutation ($id: ID!) { updateRaffle(id: $id, input: { quotaQuantity: 99 }) { id } }',
      { id },
      admin,
    );
    expect(shrink.errors?.[0]?.extensions.fields).toEqual({
      quotaQuantity: ['must be at least 100, the units of its awarded boxes'],
    });
  });

  it('combos that would give an order more than ten thousand boxes are refused, however they come to', async () => {
    const { id } = await anOpenRaffle(server);
    for (let n = 1; n <= 11; n++) expect((await boxes.combo(admin.token, id, n, 1_000)).code).toBeUndefined();
    expect(await boxes.toggle(admin.token, 'toggleAcumulativeCombo', id, true)).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { acumulativeCombo: [expect.stringContaining('10000 boxes')] },
    });
    const { errors } = await server.graphql(
      'mutation ($id: ID!) { updateRaffle(id: $id, input: { acumulativeCombo: true }) { id } }',
      { id },
      admin,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', fields: { acumulativeCombo: [expect.any(String)] } });
    const raffle = await server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } });
    expect(raffle.acumulativeCombo).toBe(false);
    expect((await boxes.combo(admin.token, id, 11, 1)).fields).toEqual({ quantityTitles: [expect.stringContaining('already')] });
  });
});

describe('from the first sale on', () => {
  it.each(['is reserved', 'was paid'])('once a quota %s, nothing that decides changes, and the rest does', async (sold) => {
    const { id } = await anOpenRaffle(server);
    const box = (await boxes.create(admin.token, id, CHANCE)).data;
    const combo = (await boxes.combo(admin.token, id, 1, 1)).data;
    const orderId = await order(id);
    if (sold === 'was paid') await salesDesk(server.graphql).pay(admin.token, orderId);
    const before = await publishedBy(id);

    const refusals = await Promise.all([
      boxes.create(admin.token, id, HIDDEN),
      boxes.delete(admin.token, box.id),
      boxes.combo(admin.token, id, 2, 1),
      boxes.changeCombo(admin.token, combo.id, { quantityBoxes: 2 }),
      boxes.deleteCombo(admin.token, combo.id),
      boxes.toggle(admin.token, 'toggleAcumulativeCombo', id, true),
    ]);
    expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'CONFLICT'));
    expect(refusals[5]?.fields).toEqual({ acumulativeCombo: ['is frozen since the first order'] });
    const { errors } = await server.graphql(
      'mutation ($id: ID!) { updateRaffle(id: $id, input: { acumulativeCombo: true }) { id } }',
      { id },
      admin,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', fields: { acumulativeCombo: [expect.any(String)] } });
    expect((await publishedBy(id)).boxesHash).toBe(before.boxesHash);

    expect((await boxes.changeCombo(admin.token, combo.id, { visible: false, highlighted: true })).data).toMatchObject({
      visible: false,
      highlighted: true,
      quantityBoxes: 1,
    });
    expect((await boxes.toggle(admin.token, 'toggleAcumulativeCombo', id, false)).data).toMatchObject({
      acumulativeCombo: false,
    });
    // Locked twice it is locked once, and the book says so once.
    for (let times = 0; times < 2; times++)
      expect((await boxes.lock(admin.token, box.id)).data).toMatchObject({ isLocked: true, beganLocked: false });
    expect(await boxes.unlock(admin.token, box.id)).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('stays there'),
    });
    const paid = sold === 'was paid' ? 1 : 0;
    expect(await sentToClose(id)).toEqual([{ leaf: paid, ordinal: paid, prizeId: box.id }]);
    expect((await publishedBy(id)).boxesHash).toBe(before.boxesHash);
  });

  it('what the book says stands when the only order has ended: the lock stays, and the box begins as it began', async () => {
    const { id } = await anOpenRaffle(server);
    const box = (await boxes.create(admin.token, id, CHANCE)).data;
    const unpaid = await order(id);
    await boxes.lock(admin.token, box.id);
    await salesDesk(server.graphql).cancel(buyer.token, unpaid);
    expect((await boxes.unlock(admin.token, box.id)).code).toBe('CONFLICT');
    expect((await boxes.ofRaffle(id, admin.token)).data.nodes).toMatchObject([{ isLocked: true, beganLocked: false }]);
    expect((await sentToClose(id)).length).toBe(1);
    expect((await boxes.delete(admin.token, box.id)).code).toBe('CONFLICT');
    expect((await boxes.toggle(admin.token, 'toggleAcumulativeCombo', id, true)).code).toBe('CONFLICT');
  });

  it('a raffle that anybody can buy sends a box to the close for good, though nobody bought yet', async () => {
    const { id } = await anOpenRaffle(server);
    const box = (await boxes.create(admin.token, id, CHANCE)).data;
    const { boxesHash: published } = await publishedBy(id);
    expect((await boxes.lock(admin.token, box.id)).data).toMatchObject({ isLocked: true, beganLocked: false });
    expect((await boxes.unlock(admin.token, box.id)).code).toBe('CONFLICT');
    expect((await publishedBy(id)).boxesHash).toBe(published);
    expect(await sentToClose(id)).toEqual([{ leaf: 0, ordinal: 0, prizeId: box.id }]);
    // It would leave the book and begin anew.
    expect((await boxes.delete(admin.token, box.id)).code).toBe('CONFLICT');
  });

  it('nobody locks what is frozen for the draw, or called off', async () => {
    const { prisma } = server.app.db;
    for (const data of [{ frozenAt: new Date() }, { status: 'CANCELLED' as const }]) {
      const { id } = await anOpenRaffle(server);
      const box = (await boxes.create(admin.token, id, CHANCE)).data;
      await prisma.raffle.update({ where: { id }, data });
      expect((await boxes.lock(admin.token, box.id)).code).toBe('CONFLICT');
      expect((await prisma.awardedBox.findUniqueOrThrow({ where: { id: box.id } })).standing).toBe('UNLOCKED');
    }
  });
});

describe('what a raffle shows', () => {
  it('of its boxes is nothing until it is switched on, and never how many are left', async () => {
    const { id } = await anOpenRaffle(server);
    await boxes.create(admin.token, id, CHANCE);
    await boxes.create(admin.token, id, HIDDEN);
    for (const token of [undefined, buyer.token])
      expect((await boxes.ofRaffle(id, token)).data).toEqual({ totalCount: 0, nodes: [] });
    expect((await boxes.toggle(admin.token, 'toggleAwardedBoxesVisualization', id)).data).toMatchObject({
      showAwardedBoxes: true,
    });
    const shown = (await boxes.ofRaffle(id)).data;
    expect(shown.nodes).toMatchObject([
      { title: 'R$ 50', percentage: 12.5, releaseAtPercentage: 0, prize: '50.00' },
      { title: 'Moto', percentage: null, releaseAtPercentage: 33.33 },
    ]);
    const off = await boxes.toggle(admin.token, 'toggleAwardedBoxesVisualization', id);
    expect(off.data).toMatchObject({ showAwardedBoxes: false });
    const { version } = (await boxes.toggle(admin.token, 'toggleAwardedBoxesVisualization', id, false)).data;
    expect(version).toBe(off.data.version);
    expect((await boxes.ofRaffle(id)).data.nodes).toEqual([]);
  });

  it('of its combos are those that are visible', async () => {
    const { id } = await anOpenRaffle(server);
    await boxes.combo(admin.token, id, 10, 3);
    await boxes.combo(admin.token, id, 5, 1, { visible: false, highlighted: true });
    expect((await boxes.combos(id)).data).toMatchObject([{ quantityTitles: 10, quantityBoxes: 3, highlighted: false }]);
    expect((await boxes.combos(id, admin.token)).data.map(({ quantityTitles }) => quantityTitles)).toEqual([5, 10]);
  });

  it('is nothing while it is a draft, but to operators', async () => {
    const { id } = await anOpenRaffle(server, { status: 'DRAFT' });
    for (const ask of [boxes.ofRaffle, boxes.winners, boxes.combos] as const) {
      expect((await ask(id)).code).toBe('NOT_FOUND');
      expect((await ask(id, admin.token)).code).toBeUndefined();
      expect((await ask('none', admin.token)).code).toBe('NOT_FOUND');
    }
  });
});

it('only operators create, change, lock, switch and list all', async () => {
  const { id } = await anOpenRaffle(server);
  const box = (await boxes.create(admin.token, id, CHANCE)).data;
  const combo = (await boxes.combo(admin.token, id, 1, 1)).data;
  const refusals = await Promise.all([
    boxes.create(buyer.token, id, CHANCE),
    boxes.delete(buyer.token, box.id),
    boxes.lock(buyer.token, box.id),
    boxes.unlock(buyer.token, box.id),
    boxes.combo(buyer.token, id, 2, 1),
    boxes.changeCombo(buyer.token, combo.id, { visible: false }),
    boxes.deleteCombo(buyer.token, combo.id),
    boxes.toggle(buyer.token, 'toggleAwardedBoxesVisualization', id),
    boxes.toggle(buyer.token, 'toggleAwardedBoxesWinnersVisualization', id),
    boxes.toggle(buyer.token, 'toggleAcumulativeCombo', id),
    boxes.run('{ awardedBoxes { totalCount } }', {}, buyer.token),
    // What is a buyer's is no operator's.
    boxes.mine(admin.token),
    boxes.open(admin.token, 'box'),
  ]);
  expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'FORBIDDEN'));
  expect((await boxes.create(undefined, id, CHANCE)).code).toBe('UNAUTHENTICATED');
});

describe('POST /v1/awarded-boxes', () => {
  const BODY = { title: 'Moto', quantity: 2, prize: 10.5, mode: 'PORCENTAGEM', percentage: 1.25 };
  const post = async (body: unknown, token = admin.token) => {
    const ask = restClient(server);
    return ask('POST /v1/awarded-boxes', { token, body });
  };

  it('takes the fields of the interface and answers the box', async () => {
    const { id } = await anOpenRaffle(server);
    expect(await post({ raffleId: id, ...BODY })).toMatchObject({
      status: 201,
      body: { raffleId: id, title: 'Moto', quantity: 2, prize: '10.50', mode: 'PORCENTAGEM', percentage: 1.25, isLocked: false },
    });
  });

  it('answers 400 with the problems of titles and boxes always there, to the byte but for what programs go by', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 10 });
    const response = await fetch(`${server.url}/v1/awarded-boxes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ raffleId: id, ...BODY, quantity: 0 }),
    });
    expect(response.status).toBe(400);
    const { code, problems, ...body } = (await response.json()) as Record<string, unknown>;
    expect(JSON.stringify(body)).toBe(
      '{"error":"Bad Request","statusCode":400,"message":{"quantityTitles":[],"quantityBoxes":["must not be less than 1"]}}',
    );
    const problem = { rule: 'min', params: { min: 1 }, message: 'must not be less than 1' };
    expect([code, problems]).toEqual(['BAD_USER_INPUT', { quantity: [problem] }]);
  });

  it.each<[string, object, Record<string, unknown>]>([
    ['too many units', { quantity: 11 }, { quantityTitles: [expect.stringContaining('10 quotas')] }],
    ['a quantity that is a text', { quantity: 'two' }, { quantityBoxes: ['must be a whole number'] }],
    ['no quantity', { quantity: undefined }, { quantityBoxes: ['is required'] }],
    ['an unknown mode', { mode: 'SORTE' }, { mode: ['must be one of PORCENTAGEM, ALEATORIO'] }],
    ['an unknown raffle', { raffleId: '0199a000-0000-7000-8000-00000000dead' }, { raffleId: ['is the id of no raffle'] }],
    ['no raffle at all', { raffleId: 'moto' }, { raffleId: ['must be the UUID of a raffle'] }],
    ['a field of nobody', { colour: 'red' }, { colour: ['is not a field of this input'] }],
  ])('tells of %s in its place', async (_, change, problems) => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 10 });
    const { status, body } = await post({ raffleId: id, ...BODY, ...change });
    expect([status, body.message]).toEqual([400, { quantityTitles: [], quantityBoxes: [], ...problems }]);
  });

  it('is refused with 400 too once the raffle is sold, and when it is no object', async () => {
    const { id } = await anOpenRaffle(server);
    await order(id);
    expect(await post({ raffleId: id, ...BODY })).toMatchObject(
      refused(400, { quantityTitles: [], quantityBoxes: [], awardedBoxes: ['is frozen since the first order'] }),
    );
    expect(await post([])).toMatchObject(
      refused(400, { quantityTitles: [], quantityBoxes: [], body: ['The body must be a JSON object.'] }),
    );
  });

  it('answers 401 and 403 like every other route', async () => {
    expect(await post(BODY, 'none')).toMatchObject(refused(401));
    expect(await post({ raffleId: '0199a000-0000-7000-8000-00000000dead', ...BODY }, buyer.token)).toMatchObject(refused(403));
  });
});
