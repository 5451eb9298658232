import { describe, expect, it } from 'vitest';
import { draw } from '../src/draws/draw.js';
import { selectDraw } from '../src/draws/draw.sql.js';
import { roundAt } from '../src/proof/chain.js';
import { verifyProof } from '../src/proof/verify-proof.js';
import { contestProblems, timeOfContest } from '../src/raffles/lottery-contest.js';
import { anAdmin, aCustomer } from './support/actors.js';
import { aContest, contestIsHeld, startDrawStage } from './support/draw-stage.js';
import { expectEventsAsDescribed, writtenBy } from './support/event-contract.js';
import { forTests } from './support/start.js';
import { raffleDesk } from './support/raffles.js';
import { withoutTriggers } from './support/without-triggers.js';
import { anEndpoint } from './support/webhook-inbox.js';

const stage = forTests(startDrawStage);
const FEDERAL = { quotaQuantity: 100_000, drawMode: 'LOTERIA_FEDERAL' };
const RESULTS = ['34567', '12348', '90211', '55603', '77129'];
const OTHERS = ['34567', '12348', '90211', '55603', '77128'];
const RIGHT = { results: RESULTS, confirmStartNumber: '78139' };
const WRONG = { results: OTHERS, confirmStartNumber: '78138' };

const HOUR = 3_600_000;
const db = () => stage.server.app.db.prisma;
const drawOf = async (id: string) => (await stage.drawProof(id)).draw;
const entriesOf = async (id: string) => (await drawOf(id)).typedResults.map(({ results }: any) => results.join(' '));
const auditOf = async (id: string) => {
  const entries = await db().auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
  return entries.map(({ action, actorId, details }) => [action, actorId, details] as const);
};
const aClosed = async (input: Record<string, unknown> = {}) => (await stage.aClosedRaffle([3, 4], { ...FEDERAL, ...input })).id;
const aFrozen = async () => {
  const id = await aClosed();
  expect((await stage.createWinner(id, aContest())).message).toBeUndefined();
  return id;
};
/** Whose contest is over. */
const aHeld = async () => {
  const id = await aFrozen();
  await contestIsHeld(stage.server, id);
  return id;
};
/** The clock of this process, and not the database's. */
const atTime = async <T>(time: number, work: (token: string) => Promise<T>): Promise<T> => {
  const { now } = Date;
  const offset = time - now();
  Date.now = () => now() + offset;
  try {
    return await work(stage.server.app.tokens.issue('ADMIN', stage.admin.id).accessToken);
  } finally {
    Date.now = now;
  }
};
const later = (id: string, hours: number) =>
  withoutTriggers(
    stage.server,
    `UPDATE contest_entries SET created_at = created_at - interval '${hours} hours' WHERE raffle_id = '${id}'`,
  );
const change = (userId: string, data: Parameters<ReturnType<typeof db>['user']['update']>[0]['data']) =>
  db().user.update({ where: { id: userId }, data });

/** Nobody else can draw. */
async function aloneWith(...ids: string[]): Promise<void> {
  await db().user.updateMany({ where: { role: 'ADMIN', id: { notIn: ids } }, data: { blockedAt: new Date() } });
}

describe('the contest', () => {
  it('is drawn at 20:00 in Brasília', () => {
    expect(timeOfContest(new Date('2026-11-25')).toISOString()).toBe('2026-11-25T23:00:00.000Z');
    // As it was when the clocks went forward there.
    expect(timeOfContest(new Date('2018-12-05')).toISOString()).toBe('2018-12-05T22:00:00.000Z');
  });

  it.each([
    [5_991, '2025-08-13', []],
    [6_125, '2026-11-25', []],
    [6_060, '2026-11-25', []],
    [5_921, '2026-11-25', ['contest']],
    [1, '2026-11-25', ['contest']],
    [61_250, '2026-11-25', ['contest']],
    [5_437, '2015-01-01', ['contestDate']],
    [1, '0001-01-01', ['contestDate']],
  ])('%i of %s: wrong is %j', (contest, day, wrong) => {
    expect(Object.keys(contestProblems({ contest, contestDate: new Date(day) }))).toEqual(wrong);
  });

  it('is announced with its day, only for the lottery, and only while it is an hour ahead', async () => {
    const announced = aContest();
    const { raffle } = await stage.desk.create({ ...FEDERAL, ...announced });
    const query = '{ raffle(id: "' + raffle!.id + '") { contest contestDate } }';
    expect((await stage.server.graphql(query, {}, stage.admin)).data.raffle).toEqual(announced);
    const { body } = await stage.server.rest('GET', `/v1/raffles/${raffle!.id}`, { token: stage.admin.token });
    expect(body).toMatchObject(announced);

    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    const wrong: [object, string][] = [
      [{ contest: announced.contest }, 'contestDate'],
      [{ contestDate: announced.contestDate }, 'contest'],
      [{ ...announced, contest: 5_921 }, 'contest'],
      [{ ...announced, drawMode: 'BEACON' }, 'contest'],
      [{ ...announced, contestDate: day(Date.now() - 2 * 86_400_000) }, 'contestDate'],
      [{ ...announced, contestDate: '0001-01-01' }, 'contestDate'],
      [
        { ...announced, endsAt: new Date(timeOfContest(new Date(announced.contestDate)).getTime() - HOUR + 1).toISOString() },
        'endsAt',
      ],
    ];
    for (const [input, field] of wrong) {
      const { error } = await stage.desk.create({ ...FEDERAL, ...input });
      expect([input, error?.code, Object.keys(error?.fields ?? {})]).toEqual([
        input,
        'BAD_USER_INPUT',
        expect.arrayContaining([field]),
      ]);
    }
    const tooLate = timeOfContest(new Date(announced.contestDate)).getTime() - HOUR + 1;
    const late = await atTime(tooLate, (token) => raffleDesk(stage.server, token).create({ ...FEDERAL, ...announced }));
    expect(Object.keys(late.error?.fields ?? {})).toEqual(['contestDate']);
    const inTime = await atTime(tooLate - 1000, (token) => raffleDesk(stage.server, token).create({ ...FEDERAL, ...announced }));
    expect(inTime.error).toBeUndefined();
  });

  it('stands from the first sale on, in the database too', async () => {
    const [announced, other] = [aContest(3), aContest(10)];
    const { id } = await stage.aClosedRaffle([2], { ...FEDERAL, ...announced });
    for (const input of [other, { contest: null, contestDate: null }, { contest: other.contest }]) {
      const refused = await stage.desk.refusalOf(id, input);
      expect(refused).toMatchObject({ code: 'CONFLICT', fields: { contest: expect.anything() } });
    }
    expect((await stage.desk.update(id, { ...announced })).error).toBeUndefined();
    const change = `UPDATE raffles SET contest = contest + 1 WHERE id = '${id}'`;
    await expect(stage.server.app.db.pool.query(change)).rejects.toMatchObject({ code: '23001' });
    // None was announced: none is announced after the first sale.
    expect(await stage.desk.refusalOf(await aClosed(), announced)).toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a freeze for a contest', () => {
  it('needs a contest of a day ahead, and keeps it', async () => {
    const id = await aClosed();
    const announced = aContest();
    expect((await stage.createWinner(id)).error).toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { contest: expect.anything(), contestDate: expect.anything() },
    });
    for (const [input, field] of [
      [{ contest: announced.contest }, 'contestDate'],
      [{ ...announced, contest: 5_921 }, 'contest'],
      [aContest(-1), 'contestDate'],
      [aContest(91), 'contestDate'],
      [{ ...announced, results: RESULTS }, 'results'],
    ] as const)
      expect((await stage.createWinner(id, input)).error).toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: expect.anything() },
      });
    expect(await drawOf(id)).toBeNull();

    const { draw: frozen } = await stage.createWinner(id, announced);
    const dueAt = timeOfContest(new Date(announced.contestDate)).toISOString();
    expect(frozen).toMatchObject({ ...announced, status: 'FROZEN', awaits: 'CONTEST', dueAt, round: null, chainHash: null });
    expect(frozen).toMatchObject({ confirmation: null, typedResults: [], confirmableAt: null });
    for (const other of [{ contest: announced.contest + 1 }, { contestDate: aContest(4).contestDate }])
      expect((await stage.createWinner(id, other)).error).toMatchObject({
        code: 'CONFLICT',
        fields: { contest: expect.anything() },
      });
    const info = await stage.server.rest('GET', `/v1/raffles/${id}/winners-info`, { token: stage.admin.token });
    expect(info.body).toMatchObject({ ...announced, awaits: 'CONTEST', confirmation: null, typedResults: [] });
    for (const column of ["contest_date = '2030-01-01'", 'due_at = now()', 'contest = 1'])
      await expect(stage.server.app.db.pool.query(`UPDATE draws SET ${column} WHERE raffle_id = '${id}'`)).rejects.toMatchObject({
        code: '23001',
      });
    expect((await auditOf(id)).at(-1)).toEqual(['freezeRaffle', stage.admin.id, expect.objectContaining(announced)]);
  });

  it('is an hour before it at the latest, by the later of the two clocks', async () => {
    const contest = aContest();
    const time = timeOfContest(new Date(contest.contestDate)).getTime();
    const late = await aClosed();
    const { error } = await atTime(time - HOUR + 1, (token) => stage.createWinner(late, contest, token));
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', fields: { contestDate: expect.anything() } });
    // A process whose clock was set back: the database's counts.
    const past = aContest(-1);
    const { error: early } = await atTime(Date.now() - 3 * 24 * HOUR, (token) => stage.createWinner(late, past, token));
    expect(early).toMatchObject({ code: 'BAD_USER_INPUT', fields: { contestDate: expect.anything() } });
    const lately = `INSERT INTO draws (raffle_id, mode, frozen_at, contest, contest_date, due_at)
      VALUES ('${late}', 'LOTERIA_FEDERAL', now(), 6125, '2026-11-25', now() + interval '58 minutes')`;
    await expect(stage.server.app.db.pool.query(lately)).rejects.toMatchObject({ code: '23514' });
  });

  it('takes the announced contest, and another only when the raffle missed it', async () => {
    const [announced, other] = [aContest(3), aContest(10)];
    const id = await aClosed(announced);
    expect((await stage.createWinner(id, other)).error).toMatchObject({
      code: 'CONFLICT',
      fields: { contest: expect.anything() },
    });
    expect((await stage.createWinner(id)).draw).toMatchObject(announced);

    const missed = await aClosed(announced);
    const time = timeOfContest(new Date(announced.contestDate)).getTime();
    expect((await atTime(time, (token) => stage.createWinner(missed, {}, token))).error).toMatchObject({
      code: 'BAD_USER_INPUT',
    });
    const { draw: frozen } = await atTime(time, (token) => stage.createWinner(missed, other, token));
    expect(frozen).toMatchObject(other);
    expect(await db().raffle.findUniqueOrThrow({ where: { id: missed } })).toMatchObject({ contest: announced.contest });
  });
});

describe('the results', () => {
  it('are typed after the contest, by two operators, and every step is on record', async () => {
    const id = await aFrozen();
    expect((await stage.createWinner(id, RIGHT)).error).toMatchObject({ code: 'CONFLICT' });
    expect(await drawOf(id)).toMatchObject({ awaits: 'CONTEST', typedResults: [] });
    await contestIsHeld(stage.server, id);
    // A process whose clock was set back: the earlier one counts.
    expect((await atTime(Date.now() - HOUR, (token) => stage.createWinner(id, RIGHT, token))).message).toMatch(
      /drawn at .*: its results/,
    );
    expect(await drawOf(id)).toMatchObject({ awaits: 'RESULTS' });

    expect((await stage.createWinner(id, { results: ['1', '2', '3', '4', '5'] })).error?.code).toBe('BAD_USER_INPUT');
    const asked = await stage.createWinner(id, { results: RESULTS });
    expect(asked).toMatchObject({ error: { code: 'CONFLICT' }, message: expect.stringContaining('confirmStartNumber "78139"') });
    expect(await entriesOf(id)).toEqual([]);

    const first = await stage.createWinner(id, RIGHT);
    expect(first.draw).toMatchObject({ status: 'FROZEN', awaits: 'CONFIRMATION', results: [], confirmableAt: null });
    // Again, and again: it is one entry.
    await stage.createWinner(id, RIGHT);
    expect((await stage.createWinner(id, RIGHT)).draw).toMatchObject({
      awaits: 'CONFIRMATION',
      typedResults: [{ results: RESULTS }],
    });

    const path = `/v1/raffles/${id}/winners`;
    const { status, body } = await stage.server.rest('POST', path, { token: stage.second.token, body: RIGHT });
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'DRAWN', awaits: null, results: RESULTS, confirmation: 'SECOND_OPERATOR' });
    const permutation = await stage.server.app.permutations.get(id, { size: 100_000, quotaPrizes: 0, decidedTo: 0 });
    const sold = [...permutation.numbersOf(0, 7)].sort((a, b) => a - b);
    const won = sold.find((number) => number >= 78_139) ?? sold[0]!;
    expect(body.winners[0].luckyNumber).toBe(String(won).padStart(5, '0'));
    const { proof } = await stage.provenDraw(id);
    expect(verifyProof(JSON.parse(proof)).ok).toBe(true);
    expect((await auditOf(id)).slice(-3)).toEqual([
      ['typeResults', stage.admin.id, expect.objectContaining({ results: RESULTS.join(' ') })],
      ['typeResults', stage.second.id, expect.objectContaining({ results: RESULTS.join(' '), confirmation: 'SECOND_OPERATOR' })],
      ['drawRaffle', stage.second.id, expect.objectContaining({ results: RESULTS.join(' ') })],
    ]);
    expect((await stage.createWinner(id, { results: RESULTS })).draw).toMatchObject({ status: 'DRAWN' });
    expect((await stage.createWinner(id, WRONG)).error?.code).toBe('CONFLICT');
  });

  it('that differ are a conflict that shows both, until the one who is wrong corrects them; everybody sees it', async () => {
    const id = await aHeld();
    await stage.createWinner(id, WRONG);
    const differs = await stage.createWinner(id, RIGHT, stage.second.token);
    expect(differs).toMatchObject({ error: { code: 'CONFLICT' } });
    for (const results of [RESULTS, OTHERS]) expect(differs.message).toContain(results.join(', '));
    expect((await stage.createWinner(id, WRONG)).error?.code).toBe('CONFLICT');
    expect(await drawOf(id)).toMatchObject({ status: 'FROZEN', awaits: 'CONFIRMATION', confirmableAt: null });
    const { draw: drawn } = await stage.createWinner(id, RIGHT);
    expect(drawn).toMatchObject({ status: 'DRAWN', results: RESULTS, confirmation: 'SECOND_OPERATOR' });
    expect(await entriesOf(id)).toEqual([OTHERS, RESULTS, RESULTS].map((one) => one.join(' ')));
    for (const sql of ['DELETE FROM', 'UPDATE'])
      await expect(
        stage.server.app.db.pool.query(
          `${sql} contest_entries ${sql === 'UPDATE' ? 'SET user_id = user_id' : ''} WHERE raffle_id = '${id}'`,
        ),
      ).rejects.toMatchObject({ code: '23001' });
  });

  it('are corrected by the first operator before a second one typed', async () => {
    const id = await aHeld();
    await stage.createWinner(id, WRONG);
    expect((await stage.createWinner(id, RIGHT)).draw).toMatchObject({ awaits: 'CONFIRMATION' });
    expect((await stage.createWinner(id, WRONG, stage.second.token)).error?.code).toBe('CONFLICT');
    expect((await stage.createWinner(id, RIGHT, stage.second.token)).draw).toMatchObject({ status: 'DRAWN', results: RESULTS });
  });

  it('draw once, though both operators type them at the same time', async () => {
    const id = await aHeld();
    const typed = await Promise.all([stage.admin, stage.second].map(({ token }) => stage.createWinner(id, RIGHT, token)));
    expect(typed.map(({ message }) => message)).toEqual([undefined, undefined]);
    expect(await drawOf(id)).toMatchObject({ status: 'DRAWN', results: RESULTS });
    expect(await db().raffleWinner.count({ where: { raffleId: id } })).toBe(1);
  });

  it('draw though the process died after they were confirmed', async () => {
    const id = await aHeld();
    await withoutTriggers(
      stage.server,
      `UPDATE draws SET results = '{${RESULTS.join()}}', confirmation = 'SECOND_OPERATOR' WHERE raffle_id = '${id}'`,
    );
    expect((await stage.createWinner(id, WRONG)).error?.code).toBe('CONFLICT');
    await expect(
      stage.server.app.db.pool.query(`UPDATE draws SET results = '{${OTHERS.join()}}' WHERE raffle_id = '${id}'`),
    ).rejects.toMatchObject({ code: '23001' });
    await stage.work();
    expect(await drawOf(id)).toMatchObject({ status: 'DRAWN', results: RESULTS });
  });

  it('are not drawn by others than those that were confirmed', async () => {
    const id = await aHeld();
    const [frozen] = await stage.server.app.db.query(selectDraw, [id]);
    await expect(draw(stage.server.app, { ...frozen!, manifest: frozen!.manifest! }, { results: RESULTS }, null)).rejects.toThrow(
      'draws_drawn_check',
    );
    expect(await drawOf(id)).toMatchObject({ status: 'FROZEN', winners: [] });
  });

  it('are on the report from the contest on until they are typed', async () => {
    const id = await aFrozen();
    const waiting = async () => {
      const { data } = await stage.server.graphql('{ reconciliation { waitingDraws { raffleIds } } }', {}, stage.admin);
      return data.reconciliation.waitingDraws.raffleIds;
    };
    expect(await waiting()).not.toContain(id);
    await contestIsHeld(stage.server, id);
    expect(await waiting()).toContain(id);
    await stage.typeResults(id, RESULTS, RIGHT.confirmStartNumber);
    expect(await waiting()).not.toContain(id);
  });

  it('are as described in the webhooks', async () => {
    await anEndpoint(stage.server, 'http://127.0.0.1:9/hooks');
    const id = await aHeld();
    await stage.typeResults(id, RESULTS, RIGHT.confirmStartNumber);
    await expectEventsAsDescribed(stage.server, writtenBy('draws'));
  });
});

describe('a second operator', () => {
  it('is no account that was made, promoted or unblocked after the freeze', async () => {
    const [support, blocked] = [await anAdmin(stage.server, 'SUPPORT'), await anAdmin(stage.server)];
    await change(blocked.id, { blockedAt: new Date() });
    const id = await aHeld();
    await change(support.id, { operatorRole: 'MANAGER' });
    await change(blocked.id, { blockedAt: null });
    await stage.createWinner(id, RIGHT);
    const late = [await anAdmin(stage.server), support, blocked];
    for (const { id: userId } of late) {
      const { tokenVersion } = await db().user.findUniqueOrThrow({ where: { id: userId } });
      const token = stage.server.app.tokens.issue('ADMIN', userId, tokenVersion).accessToken;
      expect((await stage.createWinner(id, RIGHT, token)).message).toMatch(/operators who could draw when the raffle was frozen/);
    }
    expect(await entriesOf(id)).toHaveLength(1);
    expect(await drawOf(id)).toMatchObject({ status: 'FROZEN', awaits: 'CONFIRMATION' });
  });

  it('is no account whose password was changed after the freeze, nor one that typed and was blocked since', async () => {
    const [reset, gone] = [await anAdmin(stage.server), await anAdmin(stage.server)];
    const id = await aHeld();
    await stage.createWinner(id, RIGHT, gone.token);
    await change(gone.id, { blockedAt: new Date() });
    await change(reset.id, { passwordHash: 'another' });
    const { tokenVersion } = await db().user.findUniqueOrThrow({ where: { id: reset.id } });
    const token = stage.server.app.tokens.issue('ADMIN', reset.id, tokenVersion).accessToken;
    expect((await stage.createWinner(id, RIGHT, token)).error?.code).toBe('CONFLICT');
    expect((await stage.createWinner(id, RIGHT)).draw).toMatchObject({ status: 'FROZEN', awaits: 'CONFIRMATION' });
  });

  it('is no buyer, and no operator without the right', async () => {
    const id = await aHeld();
    const others = [
      await aCustomer(stage.server),
      await anAdmin(stage.server, 'SUPPORT'),
      await anAdmin(stage.server, 'FINANCE'),
    ];
    for (const { token } of others) expect((await stage.createWinner(id, RIGHT, token)).error?.code).toBe('FORBIDDEN');
    expect(await entriesOf(id)).toEqual([]);
  });
});

describe('an operator who is alone', () => {
  it('waits 24 hours, in which everybody sees what was typed', async () => {
    const id = await aClosed();
    await aloneWith(stage.admin.id);
    expect((await stage.createWinner(id, aContest())).message).toBeUndefined();
    await contestIsHeld(stage.server, id);
    const { draw: typed } = await stage.createWinner(id, RIGHT);
    const [{ typedAt, results }] = typed.typedResults;
    expect(results).toEqual(RESULTS);
    expect(typed).toMatchObject({ status: 'FROZEN', awaits: 'CONFIRMATION' });
    expect(Date.parse(typed.confirmableAt) - Date.parse(typedAt)).toBe(24 * HOUR);
    await later(id, 23.9);
    expect((await stage.createWinner(id, RIGHT)).draw).toMatchObject({ status: 'FROZEN' });
    // A process whose clock was set forward: the database's counts.
    const forward = await atTime(Date.now() + HOUR, (token) => stage.createWinner(id, RIGHT, token));
    expect(forward.draw).toMatchObject({ status: 'FROZEN' });
    // A correction waits from the beginning.
    await stage.createWinner(id, WRONG);
    await stage.createWinner(id, RIGHT);
    await later(id, 0.2);
    expect((await stage.createWinner(id, RIGHT)).draw).toMatchObject({ status: 'FROZEN' });
    await later(id, 24);
    const { draw: drawn } = await stage.createWinner(id, RIGHT);
    expect(drawn).toMatchObject({ status: 'DRAWN', results: RESULTS, confirmation: 'WAITED', confirmableAt: null });
    expect((await auditOf(id)).slice(-2)).toEqual([
      ['typeResults', stage.admin.id, expect.objectContaining({ confirmation: 'WAITED' })],
      ['drawRaffle', stage.admin.id, expect.anything()],
    ]);
  });

  it.each([
    ['blocked', { blockedAt: new Date() }],
    ['deleted', { deletedAt: new Date() }],
    ['given another role', { operatorRole: 'SUPPORT' as const }],
    ['given another password', { passwordHash: 'another' }],
  ])('because the other was %s after the freeze waits 72 hours', async (_, data) => {
    const other = await anAdmin(stage.server, 'MANAGER');
    const closed = await aClosed();
    await aloneWith(stage.admin.id, other.id);
    expect((await stage.createWinner(closed, aContest())).message).toBeUndefined();
    await contestIsHeld(stage.server, closed);
    await change(other.id, data);
    const { draw: typed } = await stage.createWinner(closed, RIGHT);
    expect(Date.parse(typed.confirmableAt) - Date.parse(typed.typedResults[0].typedAt)).toBe(72 * HOUR);
    await later(closed, 71.9);
    expect((await stage.createWinner(closed, RIGHT)).draw).toMatchObject({ status: 'FROZEN' });
    await later(closed, 0.2);
    expect((await stage.createWinner(closed, RIGHT)).draw).toMatchObject({
      status: 'DRAWN',
      confirmation: 'WAITED',
    });
  });

  it('is not one while another could confirm', async () => {
    const other = await anAdmin(stage.server, 'MANAGER');
    const id = await aHeld();
    await stage.createWinner(id, RIGHT);
    await later(id, 1_000);
    expect((await stage.createWinner(id, RIGHT)).draw).toMatchObject({ status: 'FROZEN', confirmableAt: null });
    expect((await stage.createWinner(id, RIGHT, other.token)).draw).toMatchObject({ confirmation: 'SECOND_OPERATOR' });
  });
});

// The last test: the server does not forget the round.
it('a freeze is before the contest by the rounds that were seen, too, whatever the clocks say', async () => {
  const contest = aContest();
  const id = await aClosed();
  const { rounds, db: database } = stage.server.app;
  const round = roundAt(rounds.chain, timeOfContest(new Date(contest.contestDate)).getTime() / 1000);
  const values = [rounds.chain.hash, round, Buffer.alloc(48)];
  await database.pool.query(
    'INSERT INTO beacon_rounds (chain, round, signature, claimed_until) VALUES ($1, $2, $3, now())',
    values,
  );
  await rounds.watchLatest();
  expect((await stage.createWinner(id, contest)).error).toMatchObject({ fields: { contestDate: expect.anything() } });
  expect((await stage.createWinner(id, aContest(10))).draw).toMatchObject({ awaits: 'CONTEST' });
});
