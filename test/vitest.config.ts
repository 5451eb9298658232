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
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['reflect-metadata'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
