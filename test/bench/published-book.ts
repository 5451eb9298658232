import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const ASKED_EVERY_MS = 200;

/** Resolves once heads hold all leaves: a gateway that has just started publishes the book of what was filled in, beside what it answers. */
export async function bookIsPublished(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const isBehind = async (): Promise<boolean> => {
      const { rows } = await client.query(
        'SELECT FROM raffle_counters c LEFT JOIN raffle_books b USING (raffle_id) WHERE c.leaves > coalesce(b.size, 0) LIMIT 1',
      );
      return rows.length > 0;
    };
    while (await isBehind()) await sleep(ASKED_EVERY_MS);
  } finally {
    await client.end();
  }
}
