/*
 * Makes dist/, unless it is what the sources make: the modules that TypeScript writes and, over the two that are started, the same
 * with all that they import in one file, which Node reads in a third of the time. Beside them dist/client, modules with types for the
 * pages of others, and dist/web, our own pages, each when its own sources changed. `--force` makes it all the same, `--if-missing`
 * only where there is none: what is run beside a service is of its build. Where what makes it is not installed, the one that is there
 * is used.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildWeb } from './build-web.mjs';
import { whileLocked } from './build-lock.mjs';
import { generate, INSTALLED } from './generate.mjs';
import { replaceFiles } from './replace-files.mjs';
import { runNode, runScript } from './run-node.mjs';
import { isMadeOfSources, makeOnce } from './stamp.mjs';

const ROOT = path.dirname(import.meta.dirname);
const { resolve } = createRequire(import.meta.url);

/** The processes of every start, and last the database client: the commands import it, and production does not install @prisma/client. */
const ENTRIES = ['main.js', 'development/bank/main.js', 'generated/prisma/client.js'];
const MAKERS = ['@graphql-codegen/cli', 'esbuild', 'prisma', 'typescript', 'vite'];
/** What is in `src` and in `dist` and made for itself. */
const WEB = ['src/web', 'dist/web'];

const SERVICE = {
  what: 'Compiling the service',
  stamp: 'dist/.stamp',
  sources: ['src', 'tsconfig.json', 'package.json', 'prisma/schema.prisma', 'schema.graphql', 'codegen.yml', 'scripts'],
  tools: INSTALLED,
  outputs: ['dist'],
  others: [...WEB, 'src/generated'],
};

/** Makes the service, without the pages. Resolves to whether anything was compiled. */
export async function build({ root = ROOT, force = false, run = runNode, entries = ENTRIES, say } = {}) {
  const generated = await generate({ root, run, say });
  return makeOnce({
    ...SERVICE,
    root,
    say,
    force: force || generated.length > 0,
    make: () =>
      replaceFiles({
        root,
        folder: 'dist',
        async make(stage) {
          await run(root, [typescript(), '-p', 'src', '--outDir', stage]);
          await compileClient({ root, run, dist: stage });
          // Its maker is not there where the service is only run.
          const { bundle } = await import('./bundle.mjs');
          await bundle(stage, entries);
        },
        keeps: (name) => name.startsWith('web/'),
      }),
  });
}

/** Writes the client as modules with types to `dist`: they load nothing but their libraries, wherever a bundler puts them. */
export function compileClient({ root = ROOT, dist = path.join(root, 'dist'), run = runNode } = {}) {
  return run(root, [typescript(), '-p', path.join('src', 'client'), '--outDir', dist]);
}

function typescript() {
  return path.join(path.dirname(resolve('typescript/package.json')), 'bin', 'tsc');
}

/** Throws unless there is a build that can be run as it is, where none can be made. */
export function useBuild({ root = ROOT } = {}) {
  const wayOut = 'run `npm ci && npm run build`, and `npm prune --omit=dev` after it if you like.';
  if (!existsSync(path.join(root, 'dist', 'main.js')))
    throw new Error(`There is nothing in dist/ to start, and what builds it is not installed: ${wayOut}`);
  // An image has the build alone.
  if (existsSync(path.join(root, 'src')) && !isMadeOfSources({ root, ...SERVICE }))
    throw new Error(`dist/ was built from other sources than these, and what builds it is not installed: ${wayOut}`);
}

/** Some of what makes it may be there for others' sake. */
function canBuild() {
  try {
    for (const name of MAKERS) resolve(`${name}/package.json`);
    return true;
  } catch {
    return false;
  }
}

async function main(args) {
  const force = args.includes('--force');
  if (args.includes('--if-missing') && existsSync(path.join(ROOT, 'dist', 'main.js'))) return;
  if (!canBuild()) return useBuild();
  await whileLocked(ROOT, async () => {
    await build({ force, say: console.error });
    await buildWeb({ force, say: console.error });
  });
}

if (process.argv[1] === import.meta.filename) await runScript(() => main(process.argv.slice(2)));
