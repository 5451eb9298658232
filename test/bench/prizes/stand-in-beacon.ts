import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { QUICKNET, roundAt, timeOfRound } from '../../../src/proof/chain.js';
import type { Cleanup } from '../cleanup.js';

const EVERY_MS = 100;
const AT_MOST_MS = 60_000;

/**
 * Keeps each round as it comes due, as if a process had fetched it: a bench has no network. Its bytes are random, and nobody verifies them
 * again.
 */
export function publishRounds(client: pg.Client, cleanup: Cleanup): void {
  let last = roundAt(QUICKNET, Date.now() / 1000);
  let publishing = Promise.resolve();
  const publish = async (): Promise<void> => {
    for (const due = roundAt(QUICKNET, Date.now() / 1000); last < due;) {
      last += 1;
      await client.query('INSERT INTO beacon_rounds (chain, round, signature, claimed_until) VALUES ($1, $2, $3, now())', [
        QUICKNET.hash,
        last,
        randomBytes(48),
      ]);
    }
  };
  const timer = setInterval(() => {
    publishing = publishing.then(publish);
  }, EVERY_MS);
  cleanup.add(async () => {
    clearInterval(timer);
    await publishing;
  });
}

/** Seconds from the round of the last paid order until all orders of the raffle are decided. */
export async function secondsToDecide(client: pg.Client, raffleId: string): Promise<number> {
  const {
    rows: [paid],
  } = await client.query<{ round: string; leaves: number }>(
    'SELECT last_round AS round, leaves FROM raffle_counters WHERE raffle_id = $1',
    [raffleId],
  );
  const dueMs = timeOfRound(QUICKNET, Number(paid!.round)) * 1000;
  for (const giveUpAt = Date.now() + AT_MOST_MS; Date.now() < giveUpAt;) {
    const { rows } = await client.query<{ leaf: number }>(
      'SELECT decided_leaf AS leaf FROM raffle_instants WHERE raffle_id = $1',
      [raffleId],
    );
    if (rows[0]!.leaf >= paid!.leaves) return (Date.now() - dueMs) / 1000;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS / 2));
  }
  throw new Error(`raffle ${raffleId} is not decided within ${AT_MOST_MS / 1000} s`);
}
