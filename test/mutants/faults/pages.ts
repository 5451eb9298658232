import type { Faults } from '../mutant.js';

const PAGES = 'test/pages.test.ts';
const SALE = 'test/browser-sale.test.ts';
const RAFFLE = 'test/browser-raffle.test.ts';

export const pagesFaults: Faults = {
  'src/web/common/page-data.ts': [
    {
      name: "a text of an operator ends a page's script element",
      find: ".replaceAll('<', '\\\\u003c')",
      replace: '',
      tests: [PAGES],
    },
  ],
  'src/pages/page-headers.ts': [
    {
      name: 'a page lets any style sheet in',
      find: "style-src 'self'${hashes.join('')}",
      replace: "style-src 'self' 'unsafe-inline'",
      tests: [PAGES],
    },
  ],
  'src/web/page-heads.ts': [
    {
      name: 'search engines are shown private raffles',
      find: "isPrivate: raffle.privacy === 'PRIVATE'",
      replace: 'isPrivate: false',
      tests: [PAGES],
    },
  ],
  'src/pages/page-pictures.ts': [
    {
      name: 'a preview stays as it was when its raffle changes',
      find: 'JSON.stringify([of, photoUrl])',
      replace: 'JSON.stringify([of.siteName, photoUrl])',
      tests: ['test/page-pictures.test.ts'],
    },
  ],
  'src/pages/pages.ts': [
    {
      name: 'what is not there is not there for a year',
      find: 'if (reply.statusCode < 400) varyBy',
      replace: 'varyBy',
      tests: [PAGES],
    },
  ],
  'src/web/common/idempotency.ts': [
    {
      name: 'a purchase that is tried again is another one',
      find: 'if (known?.of === of) return known.key;',
      replace: '',
      tests: [SALE],
    },
    {
      name: 'a purchase whose answer was lost is forgotten',
      find: "const STILL_OPEN = new Set([\n  'NETWORK_ERROR',",
      replace: 'const STILL_OPEN = new Set([',
      tests: [SALE],
    },
    {
      name: 'a second purchase is the first one again',
      find: '    forgetKey(act);\n    return result;',
      replace: '    return result;',
      tests: [SALE],
    },
  ],
  'src/web/raffle/sale-rules.ts': [
    {
      name: 'more may be chosen than is left',
      find: 'maxBuyerQuantity ?? Infinity, left',
      replace: 'maxBuyerQuantity ?? Infinity',
      tests: [SALE],
    },
    {
      name: 'a raffle with nothing left goes on selling',
      find: "if (status === 'SOLD_OUT' || (bar && bar.paid >= bar.total)) return 'soldOut';\n",
      replace: '',
      tests: [SALE],
    },
  ],
  'src/web/raffle/buy-card.tsx': [
    {
      name: 'whoever logs in again begins anew',
      find: 'onEntered={() => void ordering.act()}',
      replace: 'onEntered={() => ordering.reset()}',
      tests: [SALE],
    },
  ],
  'src/web/raffle/use-raffle.ts': [
    {
      name: 'a price that was changed is shown as it was',
      find: 'const isPricedAnew = priceListOf(raffle) !== priceListOf(latest.current.raffle);',
      replace: 'const isPricedAnew = false;',
      tests: [RAFFLE],
    },
  ],
  'src/pages/page-reads.ts': [
    {
      name: 'a card that cannot be bought takes the page down',
      find: "code === 'NOT_FOUND' || code === 'BAD_USER_INPUT'",
      replace: "code === 'NOT_FOUND'",
      tests: [RAFFLE],
    },
  ],
  'src/web/common/kept.ts': [
    {
      name: 'promises are kept again at each visit',
      find: 'if (hasBoundPromises(raffleId)) return;',
      replace: 'if (false as boolean) return;',
      tests: ['test/kept.test.ts'],
    },
    {
      name: 'a receipt that is seen again counts from then on',
      find: 'known[place]?.head.seenAt ?? at',
      replace: 'at',
      tests: ['test/kept.test.ts'],
    },
  ],
  'src/web/raffle/order-receipt.tsx': [
    {
      name: 'a late receipt has no warning',
      find: 'Date.parse(seenAt) >= Date.parse(dueAt)',
      replace: 'Date.parse(seenAt) < 0 * Date.parse(dueAt)',
      tests: ['test/browser-kept.test.ts'],
    },
  ],
};
