/*
 * Writes the Prisma client and the typed operations, those behind the REST routes and those of the client, to src/generated, without the network, and only what is no
 * longer what its sources make. `--force` writes both all the same, `--prisma` looks at the client alone.
 */
import { createRequire } from 'node:module';
import path from 'node:path';
import { readdirSync } from 'node:fs';
import { runNode, runScript } from './run-node.mjs';
import { makeOnce } from './stamp.mjs';

const ROOT = path.dirname(import.meta.dirname);
const { resolve } = createRequire(import.meta.url);
const CODEGEN = path.join(path.dirname(resolve('@graphql-codegen/cli/package.json')), 'cjs', 'bin.js');
/** What is installed, and in which versions: npm writes the second. */
export const INSTALLED = ['package-lock.json', 'node_modules/.package-lock.json'];

/** Resolves to the names of what was written. */
export async function generate({ root = ROOT, force = false, prismaOnly = false, run = runNode } = {}) {
  const written = [];
  if (await makePrismaClient({ root, force, run })) written.push('prisma');
  if (!prismaOnly && (await makeOperations({ root, force, run }))) written.push('operations');
  return written;
}

function makePrismaClient({ root, force, run }) {
  return makeOnce({
    root,
    force,
    stamp: 'src/generated/prisma.stamp',
    inputs: ['prisma/schema.prisma', 'prisma/prisma.config.ts', ...INSTALLED],
    outputs: ['src/generated/prisma'],
    make: () =>
      run(root, [resolve('prisma/build/index.js'), 'generate', '--config', 'prisma/prisma.config.ts', '--no-hints'], {
        // Generating needs no schema engine, yet the command downloads one unless this names a file that exists: any does.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      }),
  });
}

function makeOperations({ root, force, run }) {
  const documents = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => path.posix.join('src', name.replaceAll(path.sep, '/')));
  return makeOnce({
    root,
    force,
    stamp: 'src/generated/operations.stamp',
    inputs: ['codegen.yml', 'schema.graphql', ...documents, ...INSTALLED],
    outputs: ['src/generated/operations.ts', 'src/generated/client'],
    make: () => run(root, [CODEGEN, '--errors-only']),
  });
}

if (process.argv[1] === import.meta.filename) {
  const args = process.argv.slice(2);
  await runScript(() => generate({ force: args.includes('--force'), prismaOnly: args.includes('--prisma') }));
}
