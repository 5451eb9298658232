import type pg from 'pg';

/**
 * Rewriting a row works on a full disk, so a temporary file of 70 kB is written as well. A read-only server refuses the
 * row.
 */
const PROBE = `
  SET LOCAL work_mem = '64kB';
  SELECT count(*) FROM generate_series(1, 5000);
  INSERT INTO write_probes (id, written_at) VALUES (1, now()) ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at`;

/** Resolves when Postgres can write. */
export async function proveWritable(pool: pg.Pool): Promise<void> {
  await pool.query(PROBE);
}
