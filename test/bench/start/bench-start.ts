import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Cleanup } from '../cleanup.js';
import { NODE_ARGS } from '../child-process.js';
import { printGoals, type Goal } from '../figures.js';
import { startTimed } from './timed-service.js';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));
const NODE = [process.execPath, ...NODE_ARGS, path.join(PROJECT, 'dist', 'main.js')];
const NPM = ['npm', 'start'];

export const usage = `  start    from the command to a 200 of /readyz: on an empty data folder, on one that is there,
           and by npm start with nothing to build
           --rounds 3         how often each is measured; the medians stand beside the goals`;

/** The service as in development, with its own PostgreSQL and the bank, on data folders of its own. */
export async function benchStart(args: string[], cleanup: Cleanup): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '3' } } });
  const rounds = Number(values.rounds);
  if (!(rounds > 0)) throw new Error('--rounds is a number above 0');

  const empty: Goal = { what: 'node dist/main.js, empty', values: [], below: 4 };
  const existing: Goal = { what: 'node dist/main.js, existing', values: [], below: 1.5 };
  const byNpm: Goal = { what: 'npm start, nothing changed', values: [], below: 4 };
  for (let round = 0; round < rounds; round++) {
    const dataDir = await mkdtemp(path.join(tmpdir(), `raffle-bench-${process.pid}-`));
    cleanup.add(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));
    // As root PostgreSQL runs as another user, who must get in.
    await chmod(dataDir, 0o711);
    for (const [measured, command] of [
      [empty, NODE],
      [existing, NODE],
      [byNpm, NPM],
    ] as const) {
      const service = await startTimed({ command, cwd: PROJECT, dataDir }, cleanup);
      measured.values.push(service.readyMs / 1000);
      await service.stop();
    }
  }
  console.log(`Node ${process.version}; ${availableParallelism()} cores for the service, its PostgreSQL and its bank\n`);
  printGoals('seconds', [empty, existing, byNpm]);
}
