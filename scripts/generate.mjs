/*
 * Writes the Prisma client and the typed operations of our own client to src/generated, without the network, and only if their
 * sources changed. `--force` writes both always, `--prisma` only handles the Prisma client.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { readdirSync } from 'node:fs';
import { whileLocked } from './build-lock.mjs';
import { runNode, runScript } from './run-node.mjs';
import { splitDocuments } from './split-documents.mjs';
import { makeOnce } from './stamp.mjs';

const ROOT = path.dirname(import.meta.dirname);
const { resolve } = createRequire(import.meta.url);
/** Of the client's package, of our own pages, and of operators. */
export const OPERATIONS = ['src/client/operations', 'src/web/operations', 'src/web/dashboard/operations'];
const PLUGINS = ['operation-errors', 'operator-roles', 'raffle-fields', 'webhook-event-names'].map(
  (name) => `scripts/${name}.cjs`,
);
/** The installed packages and their versions: npm writes the second file. */
export const INSTALLED = ['package-lock.json', 'node_modules/.package-lock.json'];

/** Resolves to the names of the parts it wrote. */
export async function generate({ root = ROOT, force = false, prismaOnly = false, run = runNode, say } = {}) {
  const written = [];
  if (await makePrismaClient({ root, force, run, say })) written.push('prisma');
  if (!prismaOnly && (await makeOperations({ root, force, run, say }))) written.push('operations');
  return written;
}

function makePrismaClient({ root, force, run, say }) {
  return makeOnce({
    root,
    force,
    say,
    what: 'Generating the database client',
    stamp: 'src/generated/prisma.stamp',
    sources: ['prisma/schema.prisma', 'prisma/prisma.config.ts'],
    tools: INSTALLED,
    outputs: ['src/generated/prisma'],
    make: () =>
      run(root, [resolve('prisma/build/index.js'), 'generate', '--config', 'prisma/prisma.config.ts', '--no-hints'], {
        // Generating needs no schema engine, but the command downloads one unless this names an existing file.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      }),
  });
}

function makeOperations({ root, force, run, say }) {
  const codegen = path.join(path.dirname(resolve('@graphql-codegen/cli/package.json')), 'cjs', 'bin.js');
  const documents = OPERATIONS.flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => path.posix.join(folder, name)),
  );
  return makeOnce({
    root,
    force,
    say,
    what: 'Generating the typed operations',
    stamp: 'src/generated/operations.stamp',
    sources: ['codegen.yml', 'schema.graphql', ...PLUGINS, 'scripts/split-documents.mjs', ...documents],
    tools: INSTALLED,
    outputs: ['src/generated/client', 'src/generated/client-package'],
    async make() {
      await run(root, [codegen, '--errors-only']);
      splitDocuments(path.join(root, 'src/generated/client'));
    },
  });
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  const options = { force: args.includes('--force'), prismaOnly: args.includes('--prisma'), say: console.error };
  await runScript(() => whileLocked(ROOT, () => generate(options)));
}
