import type pg from 'pg';

/**
 * One round trip and one transaction. A row that is there is rewritten in its place, which a full disk may still allow and a server
 * that only reads refuses; so a temporary file is written too, of some 70 kB, which takes room on the disk that tables grow on and is
 * gone at once.
 */
const PROBE = `
  SET LOCAL work_mem = '64kB';
  SELECT count(*) FROM generate_series(1, 5000);
  INSERT INTO write_probes (id, written_at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`;

/** Resolves when Postgres has written and kept something; safe to ask from several processes at once. */
export async function proveWritable(pool: pg.Pool): Promise<void> {
  await pool.query(PROBE);
}
