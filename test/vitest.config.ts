import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

const root = path.dirname(import.meta.dirname);

export default defineConfig({
  root,
  resolve: {
    // Left to its own, vitest gives our modules the ES build and the libraries the CommonJS one, and the two refuse each other.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql/index.js') }],
  },
  test: {
    include: ['test/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['reflect-metadata', 'test/support/leaks.ts'],
    pool: 'forks',
    // The files of a worker share its modules, which are half of the time when each file loads them anew. So a file leaves behind nothing that another could see.
    isolate: false,
    maxWorkers: 2,
    expect: { poll: { timeout: 5_000, interval: 10 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
