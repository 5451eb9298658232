import type { Faults } from '../mutant.js';

const TOKENS = ['test/client-tokens.test.ts', 'test/client-sessions.test.ts'];

export const clientFaults: Faults = {
  'src/client/session.ts': [
    {
      name: 'tokens are renewed only when they have expired',
      find: 'end - Math.min(AHEAD_MS, life / 10)',
      replace: 'end',
      tests: TOKENS,
    },
    {
      name: 'tokens are renewed long before they expire',
      find: 'end - Math.min(AHEAD_MS, life / 10)',
      replace: 'end - AHEAD_MS * 2',
      tests: TOKENS,
    },
    {
      name: 'tokens are renewed once for each who waits',
      find: 'renewing ??= withTabLock(',
      replace: 'renewing = withTabLock(',
      tests: TOKENS,
      survives: 'those who wait take turns, and the second finds new tokens: once is also what the lock makes of it',
    },
    {
      name: 'an answer that comes late refuses tokens that are new',
      find: 'refused !== undefined && current()?.accessToken === refused',
      replace: 'refused !== undefined',
      tests: TOKENS,
    },
    {
      name: 'tokens that were renewed are kept though their owner logged out meanwhile',
      find: 'if (!isStill()) return;',
      replace: '',
      tests: TOKENS,
    },
    {
      name: 'a renewal that the network lost ends the session',
      find: 'if (isStill()) keep(old, Date.now() + AGAIN_MS);\n      return;',
      replace: '',
      tests: TOKENS,
    },
  ],
};
