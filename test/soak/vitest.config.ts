import { defineConfig } from 'vitest/config';
import suite from '../vitest.config.js';

/** The suite's promises at the size that is promised: `npm run soak`, which takes minutes. */
export default defineConfig({ ...suite, test: { ...suite.test, include: ['test/soak/*.test.ts'], testTimeout: 180_000 } });
