import { defineConfig } from 'vitest/config';
import { shared } from '../vitest.config.js';

/** The suite's promises at the size that is promised: `npm run soak`, which takes minutes. */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 2,
    include: ['test/soak/*.test.ts'],
    testTimeout: 180_000,
  },
});
