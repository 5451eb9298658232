import type { Mutant } from '../mutant.js';

const SESSION = 'src/client/session.ts';
const TOKENS = ['test/client-tokens.test.ts', 'test/client-sessions.test.ts'];

/** What a page's client loses, asks twice or tells the wrong person. */
export const clientMutants: Mutant[] = [
  {
    name: 'tokens are renewed only when they have expired',
    file: SESSION,
    find: 'end - Math.min(AHEAD_MS, life / 10)',
    replace: 'end',
    tests: TOKENS,
  },
  {
    name: 'tokens are renewed long before they expire',
    file: SESSION,
    find: 'end - Math.min(AHEAD_MS, life / 10)',
    replace: 'end - AHEAD_MS * 2',
    tests: TOKENS,
  },
  {
    name: 'tokens are renewed once for each who waits',
    file: SESSION,
    find: 'renewing ??= withTabLock(',
    replace: 'renewing = withTabLock(',
    tests: TOKENS,
    survives: 'those who wait take turns, and the second finds new tokens: once is also what the lock makes of it',
  },
  {
    name: 'an answer that comes late refuses tokens that are new',
    file: SESSION,
    find: 'refused !== undefined && current()?.accessToken === refused',
    replace: 'refused !== undefined',
    tests: TOKENS,
  },
  {
    name: 'tokens that were renewed are kept though their owner logged out meanwhile',
    file: SESSION,
    find: 'if (!isStill()) return;',
    replace: '',
    tests: TOKENS,
  },
  {
    name: 'a renewal that the network lost ends the session',
    file: SESSION,
    find: 'if (isStill()) keep(old, Date.now() + AGAIN_MS);\n      return;',
    replace: '',
    tests: TOKENS,
  },
];
