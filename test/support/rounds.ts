import type { App } from '../../src/context.js';
import { signRound } from '../../src/development/beacon/sign-round.js';
import { decideRaffles } from '../../src/instant-prizes/decide.js';
import { eventually } from './eventually.js';

type Parts = Pick<App, 'db' | 'rounds'>;

/** As if a process had fetched them: their time may not have come. */
export async function publishRounds({ db, rounds }: Parts, published: readonly number[]): Promise<void> {
  for (const round of published) {
    await db.pool.query(
      `INSERT INTO beacon_rounds (chain, round, signature, claimed_until) VALUES ($1, $2, $3, now())
       ON CONFLICT (chain, round) DO UPDATE SET signature = excluded.signature`,
      [rounds.chain.hash, round, Buffer.from(signRound(round).signature, 'hex')],
    );
  }
}

/** Ascending; of one raffle, or of all. */
export async function roundsOfBlocks({ db }: Parts, raffleId: string | null = null): Promise<number[]> {
  const { rows } = await db.pool.query<{ round: string }>(
    'SELECT DISTINCT round FROM quota_allocations WHERE round IS NOT NULL AND ($1::uuid IS NULL OR raffle_id = $1) ORDER BY round',
    [raffleId],
  );
  return rows.map(({ round }) => Number(round));
}

/** All paid orders are decided. Another worker may decide some of them meanwhile. */
export async function decideAll(app: App): Promise<void> {
  await publishRounds(app, await roundsOfBlocks(app));
  await eventually(async () => {
    while (await decideRaffles(app));
    const { rowCount } = await app.db.pool.query(
      `SELECT FROM raffle_instants i JOIN raffle_counters c ON c.raffle_id = i.raffle_id
       WHERE NOT i.is_over AND i.decided_leaf < c.leaves`,
    );
    return rowCount === 0;
  });
}
