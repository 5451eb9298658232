import { signRound } from '../../src/development/beacon/sign-round.js';
import { processDraws } from '../../src/draws/draw-worker.js';
import { createWinner, drawProof, findWinner, winnersOfRaffle } from '../../src/draws/draw.service.js';
import { createBackoff } from '../../src/platform/backoff.js';
import { updateRaffle } from '../../src/raffles/raffle-change.service.js';
import type { FeatureTests } from '../features.js';
import { aPaidOrder } from '../support/order-rows.js';
import { unlessConflict } from '../support/million-stage.js';
import { comesDue } from '../support/draw-stage.js';

const CONTEST = ['test/lottery-contest.test.ts'];

const AT_ONCE = createBackoff({ firstMs: 0, longestMs: 0 });

export const draws: FeatureTests = {
  operations: `
    winners       P      GET /v1/raffles/winners
    winner        P      GET /v1/raffles/winners/{id}
    drawProof     P      GET /v1/raffles/{raffleId}/winners-info
    createWinner   A(OM)  POST /v1/raffles/{raffleId}/winners`,
  events: { draws: ['raffle.frozen', 'raffle.drawn'] },
  acts: {
    createWinner: async ({ server, aRaffle, done }) => {
      const raffleId = await aRaffle({ prizes: { create: { position: 1, title: 'Moto' } } });
      await aPaidOrder(server, raffleId, 2);
      await done('updateRaffle', { id: raffleId, input: { status: 'CLOSED' } });
      return { raffleId };
    },
  },
  matrix: async ({ server }) => ({ ids: { Winner: String((await server.app.db.prisma.raffleWinner.findFirstOrThrow()).id) } }),
  afterAll({ app, admin, of }) {
    const { huge } = of.raffles;
    Object.assign(app.beacon, { roundOf: async (round: number) => signRound(round) });
    return {
      async 'freeze a raffle'() {
        await updateRaffle(admin, huge, { status: 'CLOSED' });
        return createWinner(admin, huge, { force: true });
      },
      'open a frozen raffle again': () => unlessConflict(updateRaffle(admin, huge, { status: 'OPEN' })),
      async draw() {
        await comesDue({ app }, huge);
        await processDraws(app, AT_ONCE);
        await processDraws(app, AT_ONCE);
      },
      async 'show the draw'() {
        const { manifestHash } = (await drawProof(admin, huge, { withManifest: true })) ?? {};
        const proof = await app.proofFiles.find(huge);
        if (!manifestHash || !proof) throw new Error('the raffle is not drawn');
        for await (const slice of proof.slices) if (slice.length === 0) throw new Error('the proof ends early');
        await winnersOfRaffle(app, huge);
      },
      'show a winner': () => findWinner(admin, '1'),
    };
  },
  rounds: ({ app }) => ({ 'draws.processing': () => processDraws(app, AT_ONCE) }),
  lists: ({ raffles }) => ({
    winners: { after: [5], isPublic: true, raffleIds: [undefined, raffles.huge, raffles.small] },
  }),
  faults: {
    'src/draws/freeze.ts': [
      {
        name: 'a raffle is frozen while orders may still be paid',
        find: 'if (counter.reserved > 0 && !force)',
        replace: 'if (counter.reserved > 1_000 && !force)',
        tests: ['test/draws.test.ts'],
      },
      {
        name: 'a process whose clock was set back freezes for a contest that was held',
        find: 'const now = timeOfRound(ctx.rounds.chain, ctx.rounds.unknownTo(clock!.now / 1000)) * 1000;',
        replace: 'const now = Date.now();',
        tests: CONTEST,
      },
      {
        name: 'the freeze chooses another contest than the announced one',
        find: 'if (isContest(announced) && isInTime(announced.contestDate, now)) {',
        replace: 'if (isContest(announced) && isInTime(announced.contestDate, now) && typed.contest === null) {',
        tests: CONTEST,
      },
      {
        name: 'a draw is by a round that is known already',
        find: 'const round = roundAt(chain, time.earliest) + 1;',
        replace: 'const round = roundAt(chain, time.earliest) - 10;',
        tests: ['test/draws.test.ts'],
      },
    ],
    'src/draws/draw.sql.ts': [
      {
        name: 'a draw does not wait for its announced time',
        find: 'coalesce(extract(epoch FROM draw_at), 0)',
        replace: '0',
        tests: ['test/draws.test.ts'],
      },
    ],
    'src/draws/sold-blocks.ts': [
      {
        name: 'refunded orders take part in a draw',
        find: 'if (blocks[at + 8] === 1) continue;',
        replace: 'if (blocks[at + 8] === 2) continue;',
        tests: ['test/draws.test.ts'],
      },
      {
        name: 'a draw is by books that do not add up',
        find: 'if (next !== allocated) throw',
        replace: 'if (next > allocated) throw',
        tests: ['test/draws.test.ts'],
      },
      {
        name: 'quotas that were sold again are frozen as sold twice',
        find: 'if (!isAscending) live.sort',
        replace: 'if (isAscending) live.sort',
        tests: ['test/draws.test.ts'],
      },
    ],
    'src/draws/draw.ts': [
      {
        name: 'a raffle that was called off meanwhile is drawn',
        find: " || now.raffleStatus !== 'CLOSED') return false;",
        replace: ') return false;',
        tests: ['test/draws.test.ts'],
      },
      {
        name: 'a raffle is drawn while instant prizes are not decided',
        find: 'if (!(await isDecided(app, raffleId))) return false;',
        replace: "if (!(await isDecided(app, raffleId)) && raffleId === '') return false;",
        tests: ['test/draw-whole.test.ts'],
      },
    ],
    'src/draws/draw.service.ts': [
      {
        name: 'winners of private raffles are listed',
        find: "winners.page(ctx.db, page, [ctx.principal.role === 'ADMIN'])",
        replace: "winners.page(ctx.db, page, [ctx.principal.role !== 'PUBLIC'])",
        tests: ['test/draws.test.ts'],
      },
    ],
    'src/draws/draw-by-contest.ts': [
      {
        name: 'nobody says why confirmed results draw nothing yet',
        find: 'if (!(await isDecided(ctx, raffleId))) throw',
        replace: "if (raffleId === '') throw",
        tests: ['test/draw-whole.test.ts'],
      },
      {
        name: "a contest's results are kept without their number",
        find: 'if (confirmed === start) return;',
        replace: 'if (confirmed == null || confirmed === start) return;',
        tests: CONTEST,
      },
      {
        name: 'results are typed before the contest is held',
        find: 'if (dueAt.getTime() > now)',
        replace: 'if (dueAt.getTime() > now + 100 * 3_600_000)',
        tests: CONTEST,
      },
      {
        name: 'a clock that is set forward lets results in early',
        find: 'return Math.min(clock!.now, Date.now());',
        replace: 'return Math.max(clock!.now, Date.now());',
        tests: CONTEST,
      },
      {
        name: 'an account that was made after the freeze types results',
        find: 'if (operators.left.size > 0 && !operators.left.has(actor.id))',
        replace: 'if (operators.left.size > 99 && !operators.left.has(actor.id))',
        tests: CONTEST,
      },
    ],
    'src/draws/contest-entries.ts': [
      {
        name: 'one operator confirms alone while another could',
        find: 'if (others(left)) return null;',
        replace: 'if (others(new Set())) return null;',
        tests: CONTEST,
      },
      {
        name: 'an operator who blocked the others waits no longer',
        find: 'others(all) ? WAIT_MS.othersLeft : WAIT_MS.neverOthers',
        replace: 'others(left) ? WAIT_MS.othersLeft : WAIT_MS.neverOthers',
        tests: CONTEST,
      },
      {
        name: 'an entry of an account that is blocked now confirms another',
        find: 'userId !== own.userId && operators.left.has(userId)',
        replace: 'userId !== own.userId',
        tests: CONTEST,
      },
      {
        name: 'an operator confirms the own entry',
        find: 'userId !== own.userId && operators.left.has(userId)',
        replace: 'operators.left.has(userId)',
        tests: CONTEST,
      },
    ],
    'src/draws/contest-entry.sql.ts': [
      {
        name: 'an account with a new password confirms results',
        find: ' AND ${PASSWORD_DIGEST} = o.password_digest',
        replace: '',
        tests: CONTEST,
      },
    ],
    'src/raffles/lottery-contest.ts': [
      {
        name: 'a raffle is frozen when the contest may be known',
        find: 'return now + LEAD_MS <= timeOfContest(day).getTime();',
        replace: 'return now <= timeOfContest(day).getTime();',
        tests: CONTEST,
      },
      {
        name: 'a contest of past years draws a raffle',
        find: 'if (contest >= min! && contest <= max!) return {};',
        replace: 'if (contest <= max!) return {};',
        tests: CONTEST,
      },
    ],
    'src/draws/draw.resolver.ts': [
      {
        name: "everybody reads winners' names",
        find: 'seesWhole(ctx.principal, winner.userId) ? winner.userName : maskName(winner.userName)',
        replace: 'winner.userName',
        tests: ['test/draws.test.ts'],
      },
    ],
  },
};
