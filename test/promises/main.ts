import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { mutants } from '../mutants/mutants.js';
import { runMutants } from '../mutants/run-mutants.js';
import { renderPromises, type LastRun } from './page.js';
import { PROMISES } from './promises.js';

/*
 * Writes the faults of PROMISES.md into a copy of the code, one at a time, and writes the page anew with what the tests found. With
 * `--page` it only writes the page anew, of the last run.
 */

const PAGE = path.join(import.meta.dirname, '../PROMISES.md');
const LAST_RUN = path.join(import.meta.dirname, 'last-run.json');

async function run(faults: ReadonlySet<string>): Promise<LastRun> {
  const results = await runMutants(mutants.filter(({ name }) => faults.has(name)));
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim(),
    found: results.filter(({ fate }) => fate === 'killed').map(({ mutant }) => mutant.name),
  };
}

const faults = new Set(Object.values(PROMISES).flatMap((rows) => rows.flatMap((promised) => promised.faults)));
if (!process.argv.includes('--page')) {
  const lastRun = await run(faults);
  writeFileSync(LAST_RUN, await format(JSON.stringify(lastRun), { ...(await resolveConfig(LAST_RUN)), parser: 'json' }));
  if (lastRun.found.length < faults.size) process.exitCode = 1;
}
const lastRun = JSON.parse(readFileSync(LAST_RUN, 'utf8')) as LastRun;
writeFileSync(PAGE, await renderPromises(PROMISES, mutants, lastRun));
