import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutants } from './mutants/mutants.js';
import { renderPromises, type LastRun } from './promises/page.js';
import { PROMISES } from './promises/promises.js';
import { forTests, startTestServer } from './support/start.js';

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, file), 'utf8');
const all = Object.values(PROMISES).flat();

describe('what the service promises', () => {
  const server = forTests(startTestServer);

  it('is held by constraints, indexes and triggers that the database has, switched on', async () => {
    const { rows } = await server.app.db.pool.query<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE convalidated
       UNION SELECT indexrelid::regclass::text FROM pg_index WHERE indisunique AND indisvalid
       UNION SELECT p.proname FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgenabled IN ('O', 'A')`,
    );
    const there = new Set(rows.map(({ name }) => name));
    expect(all.flatMap(({ database = [] }) => database).filter((name) => !there.has(name))).toEqual([]);
  });

  it('would be broken by faults that tests find, as far as is known', () => {
    const faults = all.flatMap((promised) => promised.faults);
    const killed = new Set(mutants.filter(({ survives }) => survives === undefined).map(({ name }) => name));
    expect(faults.filter((name) => !killed.has(name))).toEqual([]);
    expect(new Set(faults).size).toBe(faults.length);
    expect(all.filter((promised) => promised.faults.length === 0)).toEqual([]);
  });

  it('is what PROMISES.md says: `npm run promises` writes it', async () => {
    const lastRun = JSON.parse(read('promises/last-run.json')) as LastRun;
    expect(read('PROMISES.md')).toBe(await renderPromises(PROMISES, mutants, lastRun));
  });
});
