import { spawn, spawnSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { RepositoryCopy } from './repository-copy.js';

const VITEST = path.join(path.dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const ENDS_WITHIN_MS = 5_000;
/** A fault that is no program proves nothing. */
const NO_PROGRAM = /syntax error|Transform failed|SyntaxError|ReferenceError|(column|function|relation) .* does not exist/;

export type Verdict = { outcome: 'PASSED' } | { outcome: 'FAILED' | 'BROKEN'; by: string };

interface Report {
  numTotalTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

/** Runs test files of the copy up to the first failure, and no longer than `longestMs`. */
export async function runTests(
  { root, temporary }: RepositoryCopy,
  files: string[],
  { databaseUrl, longestMs, signal }: { databaseUrl: string; longestMs: number; signal: AbortSignal },
): Promise<Verdict> {
  if (signal.aborted) return { outcome: 'BROKEN', by: 'it was not begun' };
  // Of pages that did not change it takes a moment.
  const building = spawnSync(process.execPath, ['scripts/build-web.mjs'], { cwd: root, encoding: 'utf8' });
  if (building.status !== 0) return { outcome: 'BROKEN', by: building.stderr.trim() || 'the pages were not built' };
  const reportFile = path.join(temporary, 'report.json');
  await rm(reportFile, { force: true });
  const report = ['--reporter=json', `--outputFile=${reportFile}`];
  // Of all files but one nothing has changed since the run before.
  const cache = ['--experimental.fsModuleCache', `--experimental.fsModuleCachePath=${path.join(temporary, 'modules')}`];
  const args = ['run', '--config', 'test/vitest.config.ts', '--bail=1', ...report, ...cache, ...files];
  const child = spawn(process.execPath, [VITEST, ...args], {
    cwd: root,
    env: { ...process.env, TMPDIR: temporary, TEST_DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  let isLate = false;
  let killing: NodeJS.Timeout | undefined;
  const end = (): void => {
    child.kill('SIGINT');
    killing ??= setTimeout(() => child.kill('SIGKILL'), ENDS_WITHIN_MS);
  };
  const bound = setTimeout(() => {
    isLate = true;
    end();
  }, longestMs);
  signal.addEventListener('abort', end);
  await new Promise((resolve) => child.once('close', resolve));
  signal.removeEventListener('abort', end);
  clearTimeout(bound);
  clearTimeout(killing);

  if (isLate) return { outcome: 'FAILED', by: `no end within ${longestMs / 60_000} minutes` };
  const text = await readFile(reportFile, 'utf8').catch(() => undefined);
  if (text === undefined) return { outcome: 'BROKEN', by: errors.trim() || 'vitest wrote no report' };
  return verdictOn(JSON.parse(text) as Report);
}

function verdictOn({ numTotalTests, testResults }: Report): Verdict {
  for (const { name, assertionResults } of testResults) {
    const failed = assertionResults.find((test) => test.status === 'failed');
    if (!failed) continue;
    const [why = ''] = failed.failureMessages;
    const by = `${path.basename(name)}: ${failed.fullName.trim()}: ${why.split('\n')[0]?.slice(0, 160)}`;
    return { outcome: NO_PROGRAM.test(why) ? 'BROKEN' : 'FAILED', by };
  }
  // A server that does not start, a hook that does not end: nothing was asked.
  const unasked = testResults.find(({ status }) => status === 'failed');
  if (unasked) return { outcome: 'BROKEN', by: `${path.basename(unasked.name)}: ${unasked.message.split('\n')[0]}` };
  return numTotalTests === 0 ? { outcome: 'BROKEN', by: 'no test was run' } : { outcome: 'PASSED' };
}
