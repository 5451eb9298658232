import { buffer } from 'node:stream/consumers';
import { describe, expect, it, vi } from 'vitest';
import { DEVELOPMENT_CHAIN } from '../src/beacon/beacon.js';
import { draw } from '../src/draws/draw.js';
import { createProofFiles } from '../src/draws/proof.route.js';
import { selectDraw } from '../src/draws/draw.sql.js';
import { freeze } from '../src/draws/freeze.js';
import { signRound } from '../src/development/beacon/sign-round.js';
import { timeOfRound } from '../src/proof/chain.js';
import { verifyProof } from '../src/proof/verify-proof.js';
import { verifyReceipt } from '../src/proof/verify-receipt.js';
import { aCustomer } from './support/actors.js';
import { raffleBoxes } from './support/boxes.js';
import { aContest, comesDue, startDrawStage } from './support/draw-stage.js';
import { anUnpaidOrder } from './support/order-rows.js';
import { withoutTriggers } from './support/without-triggers.js';
import { countsOf } from './support/sales.js';
import { startBeside, forTests } from './support/start.js';

const stage = forTests(startDrawStage);

const db = () => stage.server.app.db.prisma;
const refund = (orderId: bigint, token = stage.admin.token) =>
  stage.server.graphql('mutation ($id: ID!) { refundOrder(id: $id) { status } }', { id: String(orderId) }, { token });
const auditOf = async (raffleId: string): Promise<[string, string | null][]> => {
  const found = await stage.server.app.db.pool.query<{ action: string; actor_id: string | null }>(
    `SELECT action, actor_id FROM audit_log WHERE subject_id = $1 AND action IN ('freezeRaffle', 'drawRaffle') ORDER BY id`,
    [raffleId],
  );
  return found.rows.map(({ action, actor_id }) => [action, actor_id]);
};
const tokenOf = (userId: string) => stage.server.app.tokens.issue('USER', userId).accessToken;
const verified = (proof: string) => {
  const { ok, steps } = verifyProof(JSON.parse(proof));
  return { ok, failed: steps.filter((step) => !step.ok) };
};
describe('a draw by the beacon', () => {
  it('is published before anybody can know it, and proven after', async () => {
    const prizes = [{ title: 'Moto' }, { title: 'Phone' }];
    const { id, orders } = await stage.aClosedRaffle([5, 7, 3], { prizes });
    await refund(orders[1]!.id);
    expect((await stage.drawProof(id)).draw).toBeNull();

    const before = Date.now();
    const { draw, message } = await stage.createWinner(id);
    expect(message).toBeUndefined();
    expect(draw).toMatchObject({
      mode: 'BEACON',
      status: 'FROZEN',
      chainName: 'development',
      chainHash: DEVELOPMENT_CHAIN.hash,
      winners: [],
      proofUrl: null,
      signature: null,
      contest: null,
    });
    expect(Date.parse(draw.dueAt)).toBeGreaterThanOrEqual(before + stage.server.app.beacon.aheadSeconds * 1000);
    expect(Date.parse(draw.dueAt)).toBe(timeOfRound(DEVELOPMENT_CHAIN, draw.round) * 1000);
    const manifest = JSON.parse(draw.manifest);
    expect(manifest).toMatchObject({ raffleId: id, quotaQuantity: 100, sellable: 100, allocated: 15, prizes: 2, leaves: 4 });
    expect(manifest).toMatchObject({
      voided: [[5, 7]],
      composition: { pix: 0, byHand: 8, free: 0, givenBack: 7 },
      chain: DEVELOPMENT_CHAIN.hash,
      round: draw.round,
      boxesHash: null,
      quotaPrizesHash: null,
      contest: null,
    });
    // The round is not due: asked again, nothing moves.
    expect((await stage.createWinner(id)).draw).toEqual(draw);
    await stage.work();
    expect((await stage.drawProof(id)).draw).toEqual({ ...draw, proof: null });

    await comesDue(stage.server, id);
    expect(await stage.work()).toBeGreaterThan(0);
    const proven = await stage.provenDraw(id);
    expect(proven).toMatchObject({ status: 'DRAWN', manifest: draw.manifest, signature: expect.stringMatching(/^[\da-f]{96}$/) });
    expect(proven.winners.map(({ position, prize }: any) => [position, prize])).toEqual([
      [1, 'Moto'],
      [2, 'Phone'],
    ]);
    expect(proven.winners).not.toMatchObject([{ orderId: String(orders[1]!.id) }]);
    expect(verified(proven.proof)).toEqual({ ok: true, failed: [] });
    // The names and orders are nobody's business.
    for (const winner of proven.winners) expect(winner).toMatchObject({ winnerName: 'Maria S.', orderId: null, userId: null });
    const seen = (await stage.drawProof(id, stage.admin.token)).draw.winners;
    const won = await db().raffleWinner.findMany({ where: { raffleId: id }, orderBy: { position: 'asc' } });
    expect(seen.map(({ orderId }: any) => orderId)).toEqual(won.map(({ orderId }) => String(orderId)));
    for (const { orderId, ordinal } of won) {
      const block = await db().quotaAllocation.findFirstOrThrow({ where: { orderId } });
      expect(ordinal >= block.firstOrdinal && ordinal < block.endOrdinal && block.voidedAt === null).toBe(true);
    }
    expect((await db().raffle.findUniqueOrThrow({ where: { id } })).status).toBe('DRAWN');
    const audit = await auditOf(id);
    expect(audit).toEqual([
      ['freezeRaffle', stage.admin.id],
      ['drawRaffle', null],
    ]);
    expect((await stage.desk.update(id, { status: 'FINISHED' })).raffle.status).toBe('FINISHED');
    expect((await stage.createWinner(id)).draw).toMatchObject({ status: 'DRAWN' });
  });

  it('shows every buyer that the own order takes part, and nobody else that it does', async () => {
    const { id, orders } = await stage.aClosedRaffle([2, 9, 4]);
    await refund(orders[2]!.id);
    await stage.createWinner(id);
    await comesDue(stage.server, id);
    const { proof } = await stage.provenDraw(id);
    const { sale } = verifyProof(JSON.parse(proof));
    for (const [index, order] of orders.entries()) {
      const { receipts } = await stage.receiptsOf(order.id, tokenOf(order.userId));
      expect(receipts).toMatchObject([{ index, isVoid: index === 2 }]);
      const { ok, steps } = verifyReceipt(receipts[0], sale);
      expect([ok, steps.at(-1)?.detail]).toEqual([
        true,
        expect.stringContaining(index === 2 ? 'take no part' : 'its quotas take part'),
      ]);
    }
    expect((await stage.receiptsOf(orders[0]!.id, tokenOf(orders[1]!.userId))).code).toBe('NOT_FOUND');
  });

  it('counts quotas that were given back and sold again once', async () => {
    const { id, orders } = await stage.aClosedRaffle([3, 3, 4], { quotaQuantity: 10 });
    const buyer = await aCustomer(stage.server);
    await refund(orders[0]!.id);
    await refund(orders[2]!.id);
    // The first three, and two of the last four.
    const { rows } = await stage.server.app.db.pool.query<{ id: string }>(
      `WITH resold AS (
         INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name, created_at, expires_at, paid_at)
         VALUES ($1, $2, 'PAID', 5, 100, 500, 'static', now(), now(), now()) RETURNING id
       ), blocks AS (
         INSERT INTO quota_allocations (raffle_id, leaf, order_id, first_ordinal, end_ordinal, how)
         SELECT $1, b.leaf, resold.id, b.first, b.last, 'PIX' FROM resold, (VALUES (5, 0, 3), (6, 6, 8)) AS b(leaf, first, last)
       ), counted AS (UPDATE raffle_counters SET leaves = 7 WHERE raffle_id = $1)
       SELECT id FROM resold`,
      [id, buyer.id],
    );
    const { draw } = await stage.createWinner(id);
    expect(JSON.parse(draw.manifest)).toMatchObject({
      allocated: 10,
      voided: [[8, 2]],
      leaves: 7,
      composition: { pix: 5, byHand: 3, givenBack: 7 },
    });
    await comesDue(stage.server, id);
    const { proof } = await stage.provenDraw(id);
    expect(verified(proof)).toEqual({ ok: true, failed: [] });
    const { sale } = verifyProof(JSON.parse(proof));
    const { receipts } = await stage.receiptsOf(BigInt(rows[0]!.id), buyer.token);
    expect(receipts.map((receipt: unknown) => verifyReceipt(receipt, sale).ok)).toEqual([true, true]);
  });

  it('waits for a beacon that is late, and believes no host that lies', async () => {
    const { id } = await stage.aClosedRaffle([4]);
    await stage.createWinner(id);
    await comesDue(stage.server, id);
    for (const how of ['not yet', 'lie', 'nothing'] as const) {
      stage.answers(how);
      await stage.work();
      const { draw, error } = await stage.createWinner(id);
      expect([how, error?.code ?? draw.status]).toEqual([how, how === 'not yet' ? 'FROZEN' : 'UNAVAILABLE']);
      expect((await stage.drawProof(id)).draw.status).toBe('FROZEN');
    }
    stage.answers('round');
    expect((await stage.createWinner(id)).draw).toMatchObject({ status: 'DRAWN', winners: [{ position: 1 }] });
  });

  it('goes on when a process died between the freeze and the manifest', async () => {
    const { id } = await stage.aClosedRaffle([4, 4]);
    const ctx = await stage.server.app.contextFor({
      authorization: `Bearer ${stage.admin.token}`,
      requestId: 'r',
      clientAddress: '127.0.0.1',
      idempotencyKey: undefined,
    });
    await freeze(ctx, id, { force: false, hasResults: false, contest: { contest: null, contestDate: null } });
    expect((await stage.drawProof(id)).draw).toMatchObject({ status: 'FREEZING', manifest: null, round: null });
    expect((await refund((await db().order.findFirstOrThrow({ where: { raffleId: id } })).id)).errors?.[0]?.extensions.code).toBe(
      'CONFLICT',
    );
    await stage.work();
    expect((await stage.drawProof(id)).draw).toMatchObject({ status: 'FROZEN', manifest: expect.stringContaining('"leaves":2') });
  });

  it('is done once, whoever does it at the same time', async () => {
    const { id } = await stage.aClosedRaffle([6, 6]);
    const other = await startBeside(stage.server);
    const elsewhere = () => stage.createWinner(id, {}, stage.admin.token, other);
    const frozen = await Promise.all(Array.from({ length: 4 }, () => stage.createWinner(id)));
    expect(new Set(frozen.map(({ draw }) => draw?.manifestHash)).size).toBe(1);
    await comesDue(stage.server, id);
    const here = Array.from({ length: 4 }, () => stage.createWinner(id));
    const drawn = await Promise.all([...here, stage.work(), stage.work(), elsewhere(), elsewhere()]);
    await other.stop();
    const numbers = drawn.flatMap((one) => (typeof one === 'number' ? [] : [one.draw?.winners[0].luckyNumber]));
    expect(new Set(numbers).size).toBe(1);
    expect(await db().raffleWinner.count({ where: { raffleId: id } })).toBe(1);
    expect((await auditOf(id)).map(([action]) => action)).toEqual(['freezeRaffle', 'drawRaffle']);
  });

  it('is one attempt of a process, which all who draw meanwhile share', async () => {
    const { id } = await stage.aClosedRaffle([6, 6]);
    await stage.createWinner(id);
    await comesDue(stage.server, id);
    const { app } = stage.server;
    const row = await db().draw.findUniqueOrThrow({ where: { raffleId: id } });
    const { signature } = signRound(Number(row.round));
    const [frozen] = await app.db.query(selectDraw, [id]);
    const attempt = () => draw(app, { ...frozen!, manifest: row.manifest! }, { signature }, null);
    expect(await Promise.all([attempt(), attempt(), attempt()])).toEqual([true, true, true]);
    expect(await attempt()).toBe(false);
  });

  it('is not before the announced time', async () => {
    const drawAt = new Date(Date.now() + 86_400_000);
    const { id } = await stage.aClosedRaffle([1], { drawAt: drawAt.toISOString() });
    const { draw } = await stage.createWinner(id);
    const late = Date.parse(draw.dueAt) - drawAt.getTime();
    expect(late).toBeGreaterThan(0);
    expect(late).toBeLessThanOrEqual(DEVELOPMENT_CHAIN.periodSeconds * 1000);
  });

  it('has no winner where nobody is left, and more prizes than quotas leave prizes', async () => {
    const { id: empty } = await stage.aClosedRaffle([]);
    const { id: small } = await stage.aClosedRaffle([1], { prizes: [{ title: 'A' }, { title: 'B' }] });
    for (const id of [empty, small]) {
      await stage.createWinner(id);
      await comesDue(stage.server, id);
      await stage.work();
      const { winners, proof } = await stage.provenDraw(id);
      expect([winners.length, verified(proof)]).toEqual([id === empty ? 0 : 1, { ok: true, failed: [] }]);
    }
  });
});

describe('the freeze', () => {
  it('is for a raffle whose sale is over', async () => {
    const id = await stage.desk.open();
    expect(await stage.createWinner(id)).toMatchObject({
      error: { code: 'CONFLICT' },
      message: expect.stringContaining('is open: close it first'),
    });
    expect((await stage.createWinner('01a2030c-e5a5-71b1-bde2-adc8c0dbcead')).error?.code).toBe('NOT_FOUND');
    const { id: closed, orders } = await stage.aClosedRaffle([1]);
    expect((await stage.createWinner(closed, {}, tokenOf(orders[0]!.userId))).error?.code).toBe('FORBIDDEN');
    expect((await stage.createWinner(closed, aContest())).error).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { contest: expect.anything() },
    });
    expect((await stage.drawProof(closed)).draw).toBeNull();
  });

  it('waits for unpaid orders, or ends them when it is told to; their money is late', async () => {
    const { id } = await stage.aClosedRaffle([2]);
    const unpaid = await anUnpaidOrder(stage.server, id, 3);
    expect(await stage.createWinner(id)).toMatchObject({
      error: { code: 'CONFLICT' },
      message: expect.stringContaining('3 quotas are in orders'),
    });
    expect(await countsOf(stage.server, id)).toMatchObject({ reserved: 3, allocated: 2 });
    expect((await stage.createWinner(id, { force: true })).draw).toMatchObject({ status: 'FROZEN' });
    expect(await countsOf(stage.server, id)).toMatchObject({ reserved: 0, allocated: 2 });
    expect((await db().order.findUniqueOrThrow({ where: { id: unpaid.id } })).status).toBe('CANCELLED');
    const pay = 'mutation ($id: ID!) { payOrder(id: $id, note: "came late") { status } }';
    const { errors } = await stage.server.graphql(pay, { id: String(unpaid.id) }, { token: stage.admin.token });
    expect(errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect(await countsOf(stage.server, id)).toMatchObject({ reserved: 0, allocated: 2 });
  });

  it('holds: nothing joins or leaves, and nobody sells on or calls it off for seven days', async () => {
    const { id, orders } = await stage.aClosedRaffle([2]);
    await stage.createWinner(id);
    for (const status of ['OPEN', 'CANCELLED']) {
      const refused = await stage.desk.refusalOf(id, { status, ...(status === 'CANCELLED' && { confirmRefundTotal: '2.00' }) });
      expect(refused).toMatchObject({ code: 'CONFLICT' });
    }
    expect((await refund(orders[0]!.id)).errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect((await stage.desk.remove(id)).error?.code).toBe('CONFLICT');
    const postponed = await stage.desk.refusalOf(id, { drawAt: new Date(Date.now() + 3_600_000).toISOString() });
    expect(postponed).toEqual({ code: 'CONFLICT', fields: { drawAt: ['is frozen with the raffle'] } });
    const sql = [
      `UPDATE quota_allocations SET voided_at = now() WHERE raffle_id = '${id}'`,
      `UPDATE raffles SET frozen_at = NULL WHERE id = '${id}'`,
      `UPDATE raffles SET status = 'OPEN' WHERE id = '${id}'`,
      `UPDATE raffles SET draw_at = now() + interval '1 hour' WHERE id = '${id}'`,
      `UPDATE draws SET round = round + 1 WHERE raffle_id = '${id}'`,
      `UPDATE draws SET manifest = manifest || ' ' WHERE raffle_id = '${id}'`,
      `DELETE FROM draws WHERE raffle_id = '${id}'`,
    ];
    for (const statement of sql) await expect(stage.server.app.db.pool.query(statement)).rejects.toMatchObject({ code: '23001' });

    const daysAgo = (column: string) => `${column} = now() - interval '8 days'`;
    await withoutTriggers(stage.server, `UPDATE raffles SET ${daysAgo('frozen_at')} WHERE id = '${id}'`);
    await withoutTriggers(stage.server, `UPDATE draws SET ${daysAgo('frozen_at')} WHERE raffle_id = '${id}'`);
    // The days count from when it is due.
    const refusal = await stage.desk.refusalOf(id, { status: 'CANCELLED', confirmRefundTotal: '2.00' });
    expect(refusal).toMatchObject({ code: 'CONFLICT' });
    await withoutTriggers(stage.server, `UPDATE draws SET ${daysAgo('due_at')} WHERE raffle_id = '${id}'`);
    const [frozen] = await stage.server.app.db.query(selectDraw, [id]);
    const calledOff = await stage.desk.update(id, { status: 'CANCELLED', confirmRefundTotal: '2.00' });
    expect(calledOff.raffle?.status).toBe('CANCELLED');
    // A process read it before, and gets the round now.
    const late = { ...frozen!, manifest: frozen?.manifest ?? '' };
    expect(await draw(stage.server.app, late, signRound(Number(late.round)), null)).toBe(false);
    expect((await stage.drawProof(id)).draw).toBeNull();
    expect((await stage.createWinner(id)).error?.code).toBe('CONFLICT');
    await comesDue(stage.server, id);
    await stage.work();
    expect(await db().raffleWinner.count({ where: { raffleId: id } })).toBe(0);
  });

  it('takes no results, before the freeze and after it', async () => {
    const { id } = await stage.aClosedRaffle([1]);
    const typed = { results: ['34567', '12348', '90211', '55603', '77129'] };
    const refusal = { code: 'BAD_USER_INPUT', fields: { results: ['are of no use: this raffle is drawn by the beacon'] } };
    expect((await stage.createWinner(id, typed)).error).toMatchObject(refusal);
    expect((await stage.drawProof(id)).draw).toBeNull();
    await stage.createWinner(id);
    expect((await stage.createWinner(id, typed)).error).toMatchObject(refusal);
  });

  it('keeps a raffle as it is, though nobody bought of it', async () => {
    const { id } = await stage.aClosedRaffle([]);
    await stage.createWinner(id);
    expect(await stage.desk.refusalOf(id, { quotaQuantity: 50 })).toMatchObject({ code: 'CONFLICT' });
    expect(await stage.desk.refusalOf(id, { prizes: [{ title: 'Another' }] })).toMatchObject({ code: 'CONFLICT' });
    const box = await raffleBoxes(stage.server.graphql).create(stage.admin.token, id, { quantity: 1, mode: 'ALEATORIO' });
    expect(box.code).toBe('CONFLICT');
  });

  it('takes no slip of the year, and ends when the books have quotas reserved for nobody', async () => {
    const { id } = await stage.aClosedRaffle([1], { drawAt: new Date(Date.now() + 400 * 86_400_000).toISOString() });
    expect((await stage.createWinner(id)).message).toContain('more than 90 days ahead');
    const { id: drifted } = await stage.aClosedRaffle([1]);
    await db().raffleCounter.update({ where: { raffleId: drifted }, data: { reserved: 1 } });
    expect((await stage.createWinner(drifted, { force: true })).error?.code).toBe('INTERNAL_SERVER_ERROR');
    expect((await stage.drawProof(drifted)).draw).toBeNull();
  });

  it('writes winners once', async () => {
    const { id } = await stage.aClosedRaffle([2]);
    await stage.createWinner(id);
    await comesDue(stage.server, id);
    await stage.work();
    for (const statement of [
      `UPDATE raffle_winners SET ordinal = 1 - ordinal WHERE raffle_id = '${id}'`,
      `DELETE FROM raffle_winners WHERE raffle_id = '${id}'`,
      `UPDATE draws SET signature = repeat('0', 96) WHERE raffle_id = '${id}'`,
      `UPDATE raffles SET status = 'CLOSED' WHERE id = '${id}'`,
    ])
      await expect(stage.server.app.db.pool.query(statement)).rejects.toMatchObject({ code: '23001' });
  });
});

describe('winners', () => {
  it('are listed for everybody, the newest draw first, by REST too', async () => {
    const { id } = await stage.aClosedRaffle([3, 3], { prizes: [{ title: 'First' }, { title: 'Second' }], privacy: 'PRIVATE' });
    await stage.createWinner(id);
    await comesDue(stage.server, id);
    await stage.work();
    const proven = await stage.provenDraw(id);
    const list = async (path: string, token = stage.admin.token) => (await stage.server.rest('GET', path, { token })).body;

    const all = await list('/v1/raffles/winners?first=2');
    expect(all.data.map(({ prize }: any) => prize)).toEqual(['First', 'Second']);
    const own = await list(`/v1/raffles/winners?raffleId=${id}&first=1`);
    expect([own.data[0].prize, own.hasMore ?? own.pageInfo?.hasNextPage]).toEqual(['First', true]);
    const buyer = tokenOf((await db().order.findFirstOrThrow({ where: { raffleId: id } })).userId);
    expect((await list('/v1/raffles/winners?first=100', buyer)).data.some(({ raffleId }: any) => raffleId === id)).toBe(false);
    const path = `/v1/raffles/winners/${proven.winners[0].id}`;
    const won = await db().raffleWinner.findFirstOrThrow({ where: { raffleId: id, position: 1 }, include: { order: true } });
    const one = await list(path, tokenOf(won.order.userId));
    const stranger = await aCustomer(stage.server);
    expect((await stage.server.rest('GET', path, { token: stranger.token })).status).toBe(404);
    expect(one).toMatchObject({ luckyNumber: proven.winners[0].luckyNumber, raffleId: id });
    expect(await list(`/v1/raffles/${id}/winners-info`, buyer)).toMatchObject({
      status: 'DRAWN',
      manifestHash: proven.manifestHash,
    });
    expect((await stage.server.rest('POST', `/v1/raffles/${id}/winners`, { token: buyer, body: {} })).status).toBe(403);
    expect((await stage.server.rest('POST', `/v1/raffles/${id}/winners`, { token: stage.admin.token })).body).toMatchObject({
      status: 'DRAWN',
    });

    const file = await fetch(`${stage.server.url}/draws/${id}/proof.json`);
    expect(file.headers.get('content-encoding')).toBe('gzip');
    const size = await fetch(`${stage.server.url}/draws/${id}/proof.json`, { method: 'HEAD' });
    const [kept] = (await stage.server.app.db.pool.query('SELECT proof_gzip FROM draws WHERE raffle_id = $1', [id])).rows;
    expect([size.status, Number(size.headers.get('content-length'))]).toEqual([200, kept.proof_gzip.length]);
    for (const name of ['content-type', 'content-encoding', 'cache-control', 'vary', 'content-disposition'])
      expect([name, size.headers.get(name)]).toEqual([name, file.headers.get(name)]);
    expect(await file.json()).toEqual(JSON.parse(proven.proof));

    const { app, url } = stage.server;
    const [query, take] = [vi.spyOn(app.db, 'query'), vi.spyOn(app.rateLimits, 'take')];
    const files = createProofFiles(app, 100);
    const sent = await Promise.all([id, id.toUpperCase(), id].map(async (one) => buffer((await files.find(one))!.slices)));
    for (const bytes of sent) expect(bytes.equals(kept.proof_gzip)).toBe(true);
    const slices = query.mock.calls.filter(([{ name }]) => name === 'select_proof_slice');
    expect(slices).toHaveLength(Math.ceil(kept.proof_gzip.length / 100));

    const plain = await fetch(`${url}/draws/${id}/proof.json`, { headers: { 'accept-encoding': 'identity' } });
    expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, proven.proof]);
    const cost = { kind: 'cost', amount: Math.ceil((kept.proof_gzip.length / 1_000) * 4) };
    expect(take.mock.calls.map(([, asked]) => asked)).toEqual([expect.objectContaining(cost)]);
    vi.restoreAllMocks();
    expect((await fetch(`${stage.server.url}/draws/01a2030c-e5a5-71b1-bde2-adc8c0dbcead/proof.json`)).status).toBe(404);
  });
});

describe('a raffle of thousands of orders', () => {
  it('is proven with all of them, and every receipt leads to the proof', async () => {
    const { id, orders } = await stage.aClosedRaffle([1], { quotaQuantity: 100_000 });
    const { pool } = stage.server.app.db;
    const blocks = 2_600;
    await pool.query(
      `WITH made AS (
         INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, total_value, payment_provider_name, created_at, expires_at, paid_at)
         SELECT $1, $2, 'PAID', 2, 100, 200, 'static', now(), now(), now() FROM generate_series(1, $3::int) RETURNING id
       ), placed AS (SELECT id, (row_number() OVER (ORDER BY id))::int AS n FROM made)
       INSERT INTO quota_allocations (raffle_id, leaf, order_id, first_ordinal, end_ordinal, how)
       SELECT $1, n, id, 2 * n - 1, 2 * n + 1, 'PIX' FROM placed`,
      [id, orders[0]!.userId, blocks - 1],
    );
    await pool.query('UPDATE raffle_counters SET allocated = $2, leaves = $3 WHERE raffle_id = $1', [id, 2 * blocks - 1, blocks]);
    const { draw } = await stage.createWinner(id);
    expect(JSON.parse(draw.manifest)).toMatchObject({ leaves: blocks, allocated: 2 * blocks - 1 });
    await comesDue(stage.server, id);
    const { proof } = await stage.provenDraw(id);
    expect(verified(proof)).toEqual({ ok: true, failed: [] });
    const { sale } = verifyProof(JSON.parse(proof));
    const all = await db().quotaAllocation.findMany({ where: { raffleId: id }, orderBy: { leaf: 'asc' } });
    for (const index of [0, 1, 1_023, 1_024, 1_025, 2_047, 2_048, blocks - 2, blocks - 1]) {
      const { receipts } = await stage.receiptsOf(all[index]!.orderId);
      expect(receipts).toMatchObject([{ index }]);
      expect(verifyReceipt(receipts[0], sale).ok).toBe(true);
    }
  });

  it('is not drawn by books that do not add up', async () => {
    const { id } = await stage.aClosedRaffle([2, 2]);
    await stage.server.app.db.pool.query('UPDATE raffle_counters SET allocated = 5 WHERE raffle_id = $1', [id]);
    expect((await stage.createWinner(id)).error?.code).toBe('INTERNAL_SERVER_ERROR');
    await stage.work();
    expect((await stage.drawProof(id)).draw.status).toBe('FREEZING');
  });
});
