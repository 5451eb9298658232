import { createRequire } from 'node:module';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { memoryFolder } from './support/memory-folder.js';

// For os.tmpdir() here, in the workers and in what they start.
const folder = memoryFolder();
if (folder) process.env.TMPDIR ??= folder;

/** What all projects have, `npm run soak` too. */
export const shared = defineConfig({
  root: path.dirname(import.meta.dirname),
  resolve: {
    // Left to its own, vitest gives our modules the ES build and the libraries the CommonJS one, and the two refuse each other.
    alias: [{ find: /^graphql$/, replacement: createRequire(import.meta.url).resolve('graphql/index.js') }],
  },
  test: {
    setupFiles: ['reflect-metadata', 'test/support/texts.ts', 'test/support/leaks.ts'],
    pool: 'forks',
    // As the service runs: it spares a twelfth of all processor time.
    execArgv: ['--max-semi-space-size=64'],
    // The files of a worker share its modules, which take half of the time when each file loads them. So a file leaves nothing behind.
    isolate: false,
    expect: { poll: { timeout: 5_000, interval: 10 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

/** What `npm run test:all` has beside what the service does, by how the names of the files begin. */
const APART = ['browser', 'measured', 'package', 'process'];

/** One group after the other, because they have other numbers of workers. */
const project = (name: string, options: { include: string[]; exclude?: string[]; maxWorkers: number; group: number }) => {
  const { group, ...rest } = options;
  return { ...shared, test: { ...shared.test, name, sequence: { groupOrder: group }, ...rest } };
};

export default defineConfig({
  ...shared,
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    projects: [
      // More than cores: these tests often wait for a timer or a lock.
      project('behaviour', {
        include: ['test/*.test.ts'],
        exclude: [`test/{${APART.join()}}-*.test.ts`],
        maxWorkers: 3,
        group: 0,
      }),
      ...APART.map((name) => project(name, { include: [`test/${name}-*.test.ts`], maxWorkers: 2, group: 1 })),
    ],
  },
});
