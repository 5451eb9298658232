import { afterEach, describe, expect, it, vi } from 'vitest';
import { DEVELOPMENT_CHAIN, type Beacon } from '../src/beacon/beacon.js';
import { createRounds, type Rounds } from '../src/beacon/rounds.js';
import { signRound } from '../src/development/beacon/sign-round.js';
import { refuse } from '../src/platform/domain-error.js';
import { roundAt, timeOfRound, type Round } from '../src/proof/chain.js';
import { withHeldClock } from './support/clock.js';
import { publishRounds } from './support/rounds.js';
import { forTests, startTestServer } from './support/start.js';

// Its own workers ask for no round.
const server = forTests(() => withHeldClock(() => startTestServer()));
afterEach(() => void vi.useRealTimers());

function signed(round: number): Round {
  return { round, signature: signRound(round).signature };
}

type Answer = 'ROUND' | 'NOT_YET' | 'AWAY';

/** A process, with a beacon that answers as it is told. */
function aProcess(answer: (round: number) => Answer | Promise<Answer> = () => 'ROUND') {
  const asked: number[] = [];
  const beacon: Beacon = {
    ...server.app.beacon,
    async roundOf(round) {
      asked.push(round);
      const said = await answer(round);
      if (said === 'AWAY') throw refuse('beacon.noRound', { chain: 'development', round });
      return said === 'ROUND' ? signed(round) : said;
    },
  };
  return { asked, rounds: createRounds({ db: server.app.db, beacon }) };
}

let next = 1_000;
/** Of last year, each once. */
const someRounds = (count: number): number[] => Array.from({ length: count }, () => (next += 1));
const got = async (rounds: Rounds, wanted: number[]): Promise<number[]> => [...(await rounds.fetch(wanted)).keys()];

const claimOf = async (round: number) =>
  (await server.app.db.prisma.beaconRound.findFirst({ where: { round: BigInt(round) } }))?.claimedUntil.getTime() ?? 0;
const claimsEnd = async (round: number) =>
  server.app.db.prisma.beaconRound.updateMany({ where: { round: BigInt(round) }, data: { claimedUntil: new Date(0) } });

describe('a round', () => {
  it('is asked for once in all processes, and kept for good', async () => {
    const wanted = someRounds(3);
    const [one, other] = [aProcess(), aProcess()];
    expect([...(await one.rounds.fetch(wanted)).values()]).toEqual(wanted.map(signed));
    expect([...(await other.rounds.fetch(wanted)).values()]).toEqual(wanted.map(signed));
    expect([one.asked, other.asked]).toEqual([wanted, []]);
  });

  it('is left to the process that asks for it, until that one is late or dead', async () => {
    const wanted = someRounds(2);
    let answer!: (said: Answer) => void;
    const slow = aProcess(() => new Promise<Answer>((resolve) => (answer = resolve)));
    const first = slow.rounds.fetch(wanted);
    await vi.waitFor(() => expect(slow.asked).toEqual([wanted[0]]));
    const other = aProcess();
    expect([await got(other.rounds, wanted), other.asked]).toEqual([[], []]);
    const until = await claimOf(wanted[0]!);
    expect(until).toBeGreaterThan(Date.now() + 10_000);
    expect(until).toBeLessThan(Date.now() + 16_000);
    await claimsEnd(wanted[0]!);
    expect(await got(other.rounds, wanted)).toEqual(wanted);
    answer('ROUND');
    // What the other one has is read the next time.
    expect(await first).toEqual(new Map([[wanted[0], signed(wanted[0]!)]]));
    expect(await got(slow.rounds, wanted)).toEqual(wanted);
  });

  it('that is not there yet is asked for again a second later, and those behind it are not asked for', async () => {
    const wanted = someRounds(3);
    let said: Answer = 'NOT_YET';
    const one = aProcess(() => said);
    expect(await got(one.rounds, wanted)).toEqual([]);
    expect(one.asked).toEqual([wanted[0]]);
    expect(await got(one.rounds, wanted)).toEqual([]);
    expect(one.asked).toHaveLength(1);
    expect(await claimOf(wanted[0]!)).toBeLessThan(Date.now() + 1_100);
    await claimsEnd(wanted[0]!);
    said = 'ROUND';
    expect(await got(one.rounds, wanted)).toEqual(wanted);
  });

  it('of a beacon that is away is no error: nothing is asked for in five seconds, and what is kept is there', async () => {
    const [kept = 0, missing = 0, later = 0] = someRounds(3);
    await publishRounds(server.app, [kept]);
    const one = aProcess(() => 'AWAY');
    expect(await got(one.rounds, [kept, missing, later])).toEqual([kept]);
    await claimsEnd(missing);
    // Those of another raffle too.
    for (const wanted of [[kept, missing], [later]])
      expect(await got(one.rounds, wanted)).toEqual(wanted.filter((n) => n === kept));
    expect(one.asked).toEqual([missing]);
    const other = aProcess();
    expect(await got(other.rounds, [missing])).toEqual([missing]);
  });

  it('is not asked for before it is due', async () => {
    const due = roundAt(DEVELOPMENT_CHAIN, Date.now() / 1_000);
    const one = aProcess();
    expect(await got(one.rounds, [due, due + 2])).toEqual([due]);
    expect(one.asked).toEqual([due]);
  });

  it('that nobody signed stops the reading as what it is', async () => {
    const one = aProcess(() => Promise.reject(new Error('out of memory')));
    await expect(one.rounds.fetch(someRounds(1))).rejects.toThrow('out of memory');
  });
});

describe('the round of a block', () => {
  const now = 1_800_000_000;
  const period = DEVELOPMENT_CHAIN.periodSeconds;
  const at = (ours: number) => vi.useFakeTimers({ toFake: ['Date'], now: ours * 1_000 });

  it.each([
    ['both clocks', 0, 0],
    ['our clock, where that of the database is late', -3_600, 0],
    ['the clock of the database, where ours is late', 0, -3_600],
  ])('is due at least two periods and less than three and a half after %s', (_, ofDatabase, ours) => {
    const { rounds } = aProcess();
    for (let ms = 0; ms < 4_000; ms += 250) {
      at(now + ours + ms / 1_000);
      const due = timeOfRound(DEVELOPMENT_CHAIN, rounds.unknownTo(now + ofDatabase + ms / 1_000));
      expect(due).toBeGreaterThan(now + ms / 1_000 + 2 * period);
      expect(due).toBeLessThanOrEqual(now + ms / 1_000 + 3 * period);
    }
  });

  it('is behind every round that was seen, when both clocks are set back', async () => {
    const seen = roundAt(DEVELOPMENT_CHAIN, now);
    await publishRounds(server.app, [seen]);
    const { rounds } = aProcess();
    at(now - 3_600);
    expect(rounds.unknownTo(now - 3_600)).toBeLessThan(seen);
    // Another process fetched it.
    await rounds.watchLatest();
    expect(rounds.unknownTo(now - 3_600)).toBe(seen + 3);
    const reader = aProcess();
    await reader.rounds.fetch([seen]);
    expect(reader.rounds.unknownTo(now - 3_600)).toBe(seen + 3);
    await server.app.db.prisma.beaconRound.deleteMany({ where: { round: BigInt(seen) } });
  });
});
