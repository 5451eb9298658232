/*
 * Makes dist/, unless it is what the sources make: the modules that TypeScript writes and, over the two that are started, the same
 * with all that they import in one file, which Node reads in a third of the time. Beside them dist/client, modules with types for the
 * pages of others, and dist/web, our own pages, each when its own sources changed. `--force` makes it all the same.
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildWeb } from './build-web.mjs';
import { bundle } from './bundle.mjs';
import { generate, INSTALLED } from './generate.mjs';
import { runNode, runScript } from './run-node.mjs';
import { makeOnce } from './stamp.mjs';

const ROOT = path.dirname(import.meta.dirname);
const { resolve } = createRequire(import.meta.url);
const TSC = path.join(path.dirname(resolve('typescript/package.json')), 'bin', 'tsc');

/** What is in `src` and in `dist` and made for itself. */
const WEB = ['src/web', 'dist/web'];

/** Makes the service, without the pages. Resolves to whether anything was compiled. */
export async function build({ root = ROOT, force = false, run = runNode, entries = ENTRIES } = {}) {
  await generate({ root, run });
  return makeOnce({
    root,
    force,
    stamp: 'dist/.stamp',
    inputs: ['src', 'tsconfig.json', 'package.json', 'scripts', ...INSTALLED],
    outputs: ['dist'],
    others: WEB,
    async make() {
      // What was made of a source that is no longer there goes, too.
      const dist = path.join(root, 'dist');
      for (const name of existsSync(dist) ? readdirSync(dist) : []) {
        if (!WEB.includes(`dist/${name}`)) rmSync(path.join(dist, name), { recursive: true, force: true });
      }
      run(root, [TSC, '-p', 'src']);
      compileClient({ root, run });
      await bundle(dist, entries);
    },
  });
}

/** Writes the client as modules with types to `dist`: they load nothing but their libraries, wherever a bundler puts them. */
export function compileClient({ root = ROOT, dist = path.join(root, 'dist'), run = runNode } = {}) {
  run(root, [TSC, '-p', path.join('src', 'client'), '--outDir', dist]);
}

/** The processes that run beside each other at every start. */
const ENTRIES = ['main.js', 'development/bank/main.js'];

if (process.argv[1] === import.meta.filename) {
  const force = process.argv.includes('--force');
  await runScript(async () => {
    await build({ force });
    await buildWeb({ force });
  });
}
