import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createApp } from '../../src/app.js';
import { publishBooks } from '../../src/book/publisher.js';
import { selectBook, type HeadRow } from '../../src/book/book.sql.js';
import { readLeaves } from '../../src/book/leaves.js';
import type { App } from '../../src/context.js';
import type { PaidHow } from '../../src/generated/prisma/client.js';
import { createBackoff } from '../../src/platform/backoff.js';
import { createTestDatabase } from './database.js';
import { anUnpaidOrder } from './order-rows.js';
import { anOpenRaffle, seedProviders } from './sales.js';
import { testConfig, type TestServer } from './start.js';
import { withoutTriggers } from './without-triggers.js';

/** Two processes without their workers, that publish when a test says so. */
export async function startPublishers() {
  const database = await createTestDatabase();
  const config = testConfig({ databaseUrl: database.url });
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const processes = [1, 2].map(() => createApp(config, pino({ level: 'info' }, sink)));
  const [first, second] = processes.map(({ app }) => app) as [App, App];
  const server = { app: first } as TestServer;
  await seedProviders(server);
  const { pool } = first.db;

  return {
    first,
    second,
    server,
    databaseUrl: database.url,
    logged: (event: string): Record<string, unknown>[] =>
      lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter((line) => line.event === event),
    aRaffle: (overrides: Parameters<typeof anOpenRaffle>[1] = {}) =>
      anOpenRaffle(server, { quotaQuantity: 1_000_000, ...overrides }).then(({ id }) => id),
    blocks: (raffleId: string, blocks: number, terms?: BlockTerms) => manyBlocks(server, raffleId, blocks, terms),
    /** As if the last head had been written so long ago. */
    async age(raffleId: string, seconds = 1) {
      await withoutTriggers(
        server,
        `UPDATE book_heads SET created_at = created_at - interval '${seconds} s' WHERE raffle_id = '${raffleId}'`,
      );
    },
    publish: (app = first) => publishBooks(app, createBackoff({ firstMs: 0, longestMs: 0 })),
    async heads(raffleId: string): Promise<Pick<HeadRow, 'size' | 'root'>[]> {
      return (await pool.query('SELECT size, root FROM book_heads WHERE raffle_id = $1 ORDER BY size', [raffleId])).rows;
    },
    /** The bytes of all that are published. */
    async leaves(raffleId: string): Promise<Uint8Array[]> {
      const [book] = await first.db.query(selectBook, [raffleId]);
      const written = book ? await readLeaves(first.db, config.encryptionKeys, book, { from: 0, to: book.size }) : [];
      return written.map(({ bytes }) => bytes);
    },
    async stop() {
      for (const { close } of processes) await close();
      await database.drop();
    },
  };
}

interface BlockTerms {
  count?: number;
  how?: PaidHow;
  round?: number | null;
}

/** An order with so many blocks of `count` quotas, as a sale writes them; answers the order's id. */
export async function manyBlocks(
  server: TestServer,
  raffleId: string,
  blocks: number,
  { count = 2, how = 'PIX', round = null }: BlockTerms = {},
): Promise<string> {
  const { id } = await anUnpaidOrder(server, raffleId, 1);
  await server.app.db.pool.query(
    `WITH sold AS (
       UPDATE raffle_counters SET leaves = leaves + $2, allocated = allocated + $2 * $4 WHERE raffle_id = $1
       RETURNING leaves - $2 AS leaf, allocated - $2 * $4 AS first
     )
     INSERT INTO quota_allocations (raffle_id, leaf, order_id, first_ordinal, end_ordinal, how, round)
     SELECT $1, leaf + n, $3, first + n * $4, first + (n + 1) * $4, $5::paid_how, $6
     FROM sold, generate_series(0, $2 - 1) n`,
    [raffleId, blocks, id, count, how, round],
  );
  return String(id);
}
