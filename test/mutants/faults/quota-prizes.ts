import type { Mutant } from '../mutant.js';

const SALES = ['test/quota-prizes.test.ts', 'test/quota-prize-numbers.test.ts', 'test/process-quota-prize-sales.test.ts'];
const PROOF = ['test/proof-quota-prizes.test.ts'];

/** Prizes of lucky numbers that go astray, leave too early, or are told. */
export const quotaPrizeMutants: Mutant[] = [
  {
    name: 'a locked quota prize stays for sale',
    file: 'src/proof/quota-prizes.ts',
    find: '    places.swap(placeOf(prize), sellable);\n  }',
    replace: '  }',
    tests: PROOF,
  },
  {
    name: 'a quota prize that is moved out of the way of a locked one is not placed behind its share again',
    file: 'src/proof/quota-prizes.ts',
    find: 'return prize !== undefined && !isLocked[prize] && at < shares[prize]!;',
    replace: 'return prize !== undefined && !isLocked[prize] && at < shares[prize]! && sellable < 0;',
    tests: PROOF,
  },
  {
    name: 'an unlocked quota prize comes out where its share is not paid yet',
    file: 'src/proof/quota-prizes.ts',
    find: 'const from = Math.max(ordinal, shares[prize]!);',
    replace: 'const from = ordinal;',
    tests: PROOF,
  },
  {
    name: 'an unlocked quota prize takes the number of an order that was paid',
    file: 'src/proof/quota-prizes.ts',
    find: 'const from = Math.max(ordinal, shares[prize]!);',
    replace: 'const from = shares[prize]!;',
    tests: PROOF,
  },
  {
    name: 'the change of a quota prize that was won is believed',
    file: 'src/proof/quota-prizes.ts',
    find: 'ensure(left >= ordinal,',
    replace: 'ensure(left >= 0,',
    tests: PROOF,
  },
  {
    name: 'a proof may sell another number of quotas than its quota prizes leave',
    file: 'src/proof/quota-prize-proof.ts',
    find: 'value.sellable === sellable',
    replace: 'value.sellable >= 0',
    tests: PROOF,
  },
  {
    name: 'the prize log of a proof may be any',
    file: 'src/proof/prize-log.ts',
    find: 'hash === manifest.prizeLogHash',
    replace: 'hash.length === 64',
    tests: ['test/proof-boxes.test.ts', 'test/proof-quota-prizes.test.ts'],
  },
  {
    name: 'places of quota prizes are kept whatever was locked since',
    file: 'src/lucky-numbers/permutations.ts',
    find: '      const key = `${raffleId}:${changes}`;\n      // What',
    replace: '      const key = `${raffleId}:${Math.min(changes, 1)}`;\n      // What',
    tests: SALES,
  },
  {
    name: 'lucky numbers are read as if quota prizes never changed',
    file: 'src/lucky-numbers/lucky-number.service.ts',
    find: 'block.size, block.changes)',
    replace: 'block.size, Math.min(block.changes, 1))',
    tests: SALES,
  },
  {
    name: 'a block wins the quota prize behind its last number',
    file: 'src/quota-prizes/quota-prize-wins.ts',
    find: 'firstOrdinal + order.quotaQuantity)',
    replace: 'firstOrdinal + order.quotaQuantity + 1)',
    tests: SALES,
  },
  {
    name: 'a locked quota prize leaves as many quotas for sale',
    file: 'src/quota-prizes/quota-prize-lock.service.ts',
    find: 'counter.sellable + (isLocked ? -1 : 1)',
    replace: 'counter.sellable',
    tests: SALES,
  },
  {
    name: 'a quota prize is locked without a line of the log',
    file: 'src/quota-prizes/quota-prize-lock.service.ts',
    find: 'await writePrizeEvent(tx, { raffleId, ordinal: counter.allocated, type, prizeId: prize.id });',
    replace: 'void [writePrizeEvent, type];',
    tests: SALES,
  },
  {
    name: 'operators are told the numbers that the service drew',
    file: 'src/quota-prizes/quota-prize.sql.ts',
    find: "WHEN p.drawn THEN 'NOBODY'",
    replace: "WHEN p.drawn THEN 'OPERATORS'",
    tests: SALES,
  },
  {
    name: 'everybody is told the numbers that an operator chose',
    file: 'src/quota-prizes/quota-prize.resolver.ts',
    find: "toldTo === 'OPERATORS' && principal.role === 'ADMIN'",
    replace: "toldTo === 'OPERATORS'",
    tests: SALES,
  },
  {
    name: 'quota prizes are made of a raffle that was sold',
    file: 'src/quota-prizes/quota-prize-definitions.ts',
    find: '  if (await prizesStand(tx, counter))',
    replace: '  if (counter.sellable < 0)',
    tests: SALES,
  },
  {
    name: 'what a refunded order won is not void',
    file: 'src/quota-prizes/quota-prize-wins.ts',
    find: 'if (won.length > 0) await',
    replace: 'if (won.length > 1) await',
    tests: SALES,
  },
];
