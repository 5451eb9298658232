/*
 * Builds dist/ if its sources changed: TypeScript's modules, and over the entries bundles with all their imports, which Node reads in a
 * third of the time. dist/web has our own pages. `--force` builds always.
 * `--if-missing` builds only if there is no dist/, because commands must run the build of the running service. Without the build
 * tools it uses the existing dist/.
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

/** The two processes, and last the database client: commands import it, and production does not install @prisma/client. */
const ENTRIES = ['main.js', 'development/bank/main.js', 'generated/prisma/client.js'];
const MAKERS = ['@graphql-codegen/cli', 'esbuild', 'prisma', 'typescript', 'vite'];
/** Built by itself. */
const WEB = ['src/web', 'dist/web'];

const SERVICE = {
  what: 'Compiling the service',
  stamp: 'dist/.stamp',
  sources: ['src', 'tsconfig.json', 'package.json', 'prisma/schema.prisma', 'schema.graphql', 'codegen.yml', 'scripts'],
  tools: INSTALLED,
  outputs: ['dist'],
  others: [...WEB, 'src/generated'],
};

/** Builds the service, without the pages. Resolves to whether it compiled anything. */
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
          // esbuild is not installed where the service only runs.
          const { bundle } = await import('./bundle.mjs');
          await bundle(stage, entries);
        },
        keeps: (name) => name.startsWith('web/'),
      }),
  });
}

function typescript() {
  return path.join(path.dirname(resolve('typescript/package.json')), 'bin', 'tsc');
}

/** For a machine without build tools. Throws unless there is a build of these sources. */
export function useBuild({ root = ROOT } = {}) {
  const wayOut = 'run `npm ci && npm run build`, and `npm prune --omit=dev` after it if you like.';
  if (!existsSync(path.join(root, 'dist', 'main.js')))
    throw new Error(`dist/ is missing, and the build tools are not installed: ${wayOut}`);
  // An image has no sources.
  if (existsSync(path.join(root, 'src')) && !isMadeOfSources({ root, ...SERVICE }))
    throw new Error(`dist/ was built from other sources than these, and the build tools are not installed: ${wayOut}`);
}

/** Checks all of them: other packages may depend on some. */
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
