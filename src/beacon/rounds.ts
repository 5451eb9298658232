import { toHex } from '../proof/bytes.js';
import { type Chain, roundAt, type Round } from '../proof/chain.js';
import type { App } from '../context.js';
import { claimRound, selectLatestRound, selectRounds, storeRound } from './rounds.sql.js';

/** How long one process may ask the hosts for a round before another one may. */
const CLAIM_SECONDS = 15;
/** Between the commit of a block and its round, so that the book's head with the block is public before. */
const PERIODS_AHEAD = 2;

/** The rounds that the raffles of this database need: each is fetched by one process, verified, and kept for all. */
export interface Rounds {
  readonly chain: Chain;
  /** By round; left out while they are not published, or while another process fetches them. UNAVAILABLE when no host answers. */
  fetch(rounds: readonly number[]): Promise<Map<number, Round>>;
  /** Only those that are kept already. */
  kept(rounds: readonly number[]): Promise<Map<number, Round>>;
  /** The first round that nobody can know yet: by the later of two clocks, and by the rounds that were seen. */
  unknownTo(databaseSeconds: number): number;
  /** Also of other processes. */
  watchLatest(): Promise<void>;
}

export function createRounds({ db, beacon }: Pick<App, 'db' | 'beacon'>): Rounds {
  const { chain } = beacon;
  let latest = 0;
  const seen = (round: number): void => {
    latest = Math.max(latest, round);
  };

  const kept: Rounds['kept'] = async (rounds) => {
    const rows = rounds.length === 0 ? [] : await db.query(selectRounds, [chain.hash, rounds]);
    return new Map(
      rows.map(({ round, signature }): [number, Round] => {
        seen(Number(round));
        return [Number(round), { round: Number(round), signature: toHex(signature) }];
      }),
    );
  };

  async function fetchOne(round: number): Promise<Round | undefined> {
    const [claimed] = await db.query(claimRound, [chain.hash, round, CLAIM_SECONDS]);
    if (!claimed) return undefined;
    const found = await beacon.roundOf(round);
    if (found === 'NOT_YET') return undefined;
    await db.query(storeRound, [chain.hash, round, Buffer.from(found.signature, 'hex')]);
    seen(round);
    return found;
  }

  return {
    chain,
    kept,
    async fetch(rounds) {
      const found = await kept(rounds);
      const due = roundAt(chain, Date.now() / 1000);
      for (const round of rounds) {
        if (found.has(round) || round > due) continue;
        const fetched = await fetchOne(round);
        if (fetched) found.set(round, fetched);
      }
      return found;
    },
    unknownTo(databaseSeconds) {
      const now = Math.max(databaseSeconds, Date.now() / 1000);
      return Math.max(roundAt(chain, now + PERIODS_AHEAD * chain.periodSeconds), latest + PERIODS_AHEAD) + 1;
    },
    async watchLatest() {
      const [row] = await db.query(selectLatestRound, [chain.hash]);
      if (row) seen(Number(row.round));
    },
  };
}
