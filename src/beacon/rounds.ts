import { toHex } from '../proof/bytes.js';
import { type Chain, roundAt, type Round } from '../proof/chain.js';
import type { App } from '../context.js';
import { DomainError } from '../platform/domain-error.js';
import { claimRound, releaseRound, selectLatestRound, selectRounds, storeRound } from './rounds.sql.js';

/** How long one process may ask the hosts for a round before another one may. */
const CLAIM_SECONDS = 15;
/** Relays have a round some tenths of a second after it is due. */
const AGAIN_SECONDS = 1;
/** No host answers: blocks of all raffles wait, and none of them should wait for the hosts' timeouts as well. */
const PAUSE_MS = 5_000;
/** Between the commit of a block and its round, so that the book's head with the block is public before. */
const PERIODS_AHEAD = 2;

/** The rounds that the raffles of this database need: each is fetched by one process, verified, and kept for all. */
export interface Rounds {
  readonly chain: Chain;
  /** Asked for ascending. Left out while they are not published, no host answers, or another process fetches them. */
  fetch(rounds: readonly number[]): Promise<Map<number, Round>>;
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

  async function kept(rounds: readonly number[]): Promise<Map<number, Round>> {
    const rows = rounds.length === 0 ? [] : await db.query(selectRounds, [chain.hash, rounds]);
    return new Map(
      rows.map(({ round, signature }): [number, Round] => {
        seen(Number(round));
        return [Number(round), { round: Number(round), signature: toHex(signature) }];
      }),
    );
  }

  let pausedTo = -Infinity;

  async function ask(round: number): Promise<Round | undefined> {
    try {
      const found = await beacon.roundOf(round);
      return found === 'NOT_YET' ? undefined : found;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'UNAVAILABLE')) throw error;
      pausedTo = performance.now() + PAUSE_MS;
      return undefined;
    }
  }

  async function fetchOne(round: number): Promise<Round | undefined> {
    const [claimed] = await db.query(claimRound, [chain.hash, round, CLAIM_SECONDS]);
    if (!claimed) return undefined;
    const found = await ask(round);
    if (!found) {
      await db.query(releaseRound, [chain.hash, round, AGAIN_SECONDS]);
      return undefined;
    }
    await db.query(storeRound, [chain.hash, round, Buffer.from(found.signature, 'hex')]);
    seen(round);
    return found;
  }

  return {
    chain,
    async fetch(rounds) {
      const found = await kept(rounds);
      const due = roundAt(chain, Date.now() / 1000);
      for (const round of rounds) {
        if (found.has(round)) continue;
        if (round > due || performance.now() < pausedTo) break;
        const fetched = await fetchOne(round);
        // Nothing is decided by those behind it.
        if (!fetched) break;
        found.set(round, fetched);
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
