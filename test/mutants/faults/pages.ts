import type { Mutant } from '../mutant.js';

const PAGES = 'test/pages.test.ts';
const SALE = 'test/browser-sale.test.ts';
const RAFFLE = 'test/browser-raffle.test.ts';

/** Pages that let a stranger's text run, sell twice what was bought once, or say what is not so. Those of a browser need a Chromium. */
export const pageMutants: Mutant[] = [
  {
    name: "a text of an operator ends a page's script element",
    file: 'src/web/common/page-data.ts',
    find: ".replaceAll('<', '\\\\u003c')",
    replace: '',
    tests: [PAGES],
  },
  {
    name: 'a page lets any style sheet in',
    file: 'src/pages/page-headers.ts',
    find: "style-src 'self'${hashes.join('')}",
    replace: "style-src 'self' 'unsafe-inline'",
    tests: [PAGES],
  },
  {
    name: 'search engines are shown private raffles',
    file: 'src/web/page-heads.ts',
    find: "isPrivate: raffle.privacy === 'PRIVATE'",
    replace: 'isPrivate: false',
    tests: [PAGES],
  },
  {
    name: 'what is not there is not there for a year',
    file: 'src/pages/pages.ts',
    find: 'if (reply.statusCode < 400) varyBy',
    replace: 'varyBy',
    tests: [PAGES],
  },
  {
    name: 'a purchase that is tried again is another one',
    file: 'src/web/common/idempotency.ts',
    find: 'if (known?.of === of) return known.key;',
    replace: '',
    tests: [SALE],
  },
  {
    name: 'a purchase whose answer was lost is forgotten',
    file: 'src/web/common/idempotency.ts',
    find: "const STILL_OPEN = new Set([\n  'NETWORK_ERROR',",
    replace: 'const STILL_OPEN = new Set([',
    tests: [SALE],
  },
  {
    name: 'a second purchase is the first one again',
    file: 'src/web/common/idempotency.ts',
    find: '    forgetKey(act);\n    return result;',
    replace: '    return result;',
    tests: [SALE],
  },
  {
    name: 'more may be chosen than is left',
    file: 'src/web/raffle/sale-rules.ts',
    find: 'maxBuyerQuantity ?? Infinity, available ?? Infinity',
    replace: 'maxBuyerQuantity ?? Infinity',
    tests: [SALE],
  },
  {
    name: 'a raffle with nothing left goes on selling',
    file: 'src/web/raffle/sale-rules.ts',
    find: "return bar && bar.available === 0 ? 'allReserved' : 'selling';",
    replace: "return 'selling';",
    tests: [SALE],
  },
  {
    name: 'whoever logs in again begins anew',
    file: 'src/web/raffle/buy-card.tsx',
    find: 'onEntered={() => void ordering.act()}',
    replace: 'onEntered={() => ordering.reset()}',
    tests: [SALE],
  },
  {
    name: 'a price that was changed is shown as it was',
    file: 'src/web/raffle/use-raffle.ts',
    find: 'const isPricedAnew = priceListOf(raffle) !== priceListOf(latest.current.raffle);',
    replace: 'const isPricedAnew = false;',
    tests: [RAFFLE],
  },
  {
    name: 'a card that cannot be bought takes the page down',
    file: 'src/pages/raffle-pages.ts',
    find: "code === 'NOT_FOUND' || code === 'BAD_USER_INPUT'",
    replace: "code === 'NOT_FOUND'",
    tests: [RAFFLE],
  },
];
