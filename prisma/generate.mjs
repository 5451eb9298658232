/*
 * Writes the Prisma client to src/generated/prisma, without the network. Generating needs no schema engine, yet the command
 * downloads one unless PRISMA_SCHEMA_ENGINE_BINARY names a file that exists: any does.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const prisma = createRequire(import.meta.url).resolve('prisma/build/index.js');
const config = path.join(import.meta.dirname, 'prisma.config.ts');

const { status, stdout, stderr, error } = spawnSync(process.execPath, [prisma, 'generate', '--config', config, '--no-hints'], {
  cwd: path.dirname(import.meta.dirname),
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
  encoding: 'utf8',
});

if (status !== 0) {
  console.error([stdout, stderr, error?.message].filter(Boolean).join('\n'));
  process.exit(status ?? 1);
}
