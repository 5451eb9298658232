import type { Faults } from '../mutant.js';

const DECIDER = ['test/proof-instant-decider.test.ts'];
const NUMBERS = ['test/proof-instant-numbers.test.ts'];
const CLOSE = ['test/proof-instant-close.test.ts'];
const ROUNDS = ['test/proof-rounds.test.ts'];
const VERIFY = ['test/proof-verify-proof.test.ts'];
const KEPT = ['test/proof-receipts.test.ts'];
const KEPT_THINGS = ['test/proof-kept.test.ts'];
const VERDICT = ['test/proof-verdict.test.ts'];

export const proofFaults: Faults = {
  'src/proof/verdict.ts': [
    {
      name: 'the verdict of a lottery is PROVED',
      find: "if (mode === 'LOTERIA_FEDERAL') return 'TYPED';",
      replace: "if (mode === 'LOTERIA_FEDERAL') return 'PROVED';",
      tests: VERDICT,
    },
    {
      name: 'a private chain is told as public',
      find: "return isPublicChain ? 'PROVED' : 'PRIVATE';",
      replace: "return 'PROVED';",
      tests: VERDICT,
    },
    {
      name: 'instant prizes by a private chain are told as public',
      find: "isPublicChain ? 'publicInstants' : 'privateInstants'",
      replace: "'publicInstants'",
      tests: VERDICT,
    },
    {
      name: 'a failed check is told as proved',
      find: ' || steps.some(({ ok }) => !ok)',
      replace: '',
      tests: VERDICT,
    },
    {
      name: 'what nothing was compared with is told to agree',
      find: "results.includes('SAME') && ",
      replace: '',
      tests: VERDICT,
    },
  ],
  'src/proof/instant-stream.ts': [
    {
      name: 'a stream favours small results',
      find: 'if (value - rest <= ALL_32_BITS - range) return rest;',
      replace: 'if (value - rest <= ALL_32_BITS) return rest;',
      tests: DECIDER,
    },
    {
      name: 'all blocks of a round have one stream',
      find: 'view.setUint32(message.length - 4, firstOrdinal);',
      replace: 'view.setUint32(message.length - 4, 0 * firstOrdinal);',
      tests: DECIDER,
    },
  ],
  'src/proof/instant-quota-prizes.ts': [
    {
      name: 'quotas that are sold already count for the chance of the next',
      find: 'stream.next(hasPlain ? forSale - ordinal : total)',
      replace: 'stream.next(hasPlain ? forSale : total)',
      tests: DECIDER,
    },
    {
      name: 'a quota without a plain number wins nothing',
      find: 'const hasPlain = plainLeft(ordinal) > 0;',
      replace: 'const hasPlain = plainLeft(ordinal) > -1000;',
      tests: DECIDER,
    },
  ],
  'src/proof/instant-boxes.ts': [
    {
      name: 'a rolled prize is won before its share',
      find: 'shares[prize]! <= first && ',
      replace: '',
      tests: DECIDER,
    },
    {
      name: 'a rolled prize is won after it was sent to the close',
      find: ' && !isAtClose(prize);',
      replace: ';',
      tests: DECIDER,
    },
    {
      name: 'a unit that finds no free box is given again',
      find: 'if (free === 0) toClose.push({ prize, unit });',
      replace: 'if (free === 0) out[prize]! -= 1;',
      tests: DECIDER,
    },
  ],
  'src/proof/instant-decider.ts': [
    {
      name: 'a quota prize that is sent to the close stays for sale',
      find: '    forSale -= 1;\n',
      replace: '',
      tests: DECIDER,
    },
    {
      name: 'more is sold than is for sale',
      find: 'if (first + count > forSale) throw',
      replace: 'if (first + count > quotas) throw',
      tests: DECIDER,
    },
  ],
  'src/proof/units-in-play.ts': [
    {
      name: 'a prize that was sent to the close joins at its share',
      find: '      units[prize] = 0;\n',
      replace: '',
      tests: DECIDER,
    },
  ],
  'src/proof/quota-prize-room.ts': [
    {
      name: 'prizes that wait for a share may be more than the quotas from there on',
      find: 'forSale - share < before + 1',
      replace: 'forSale - share < before',
      tests: DECIDER,
    },
  ],
  'src/proof/instant-numbers.ts': [
    {
      name: 'the number of an ordinal that is not decided is told',
      find: 'firstOrdinal + count <= decided',
      replace: 'firstOrdinal + count <= quotas',
      tests: NUMBERS,
    },
  ],
  'src/proof/instant-close.ts': [
    {
      name: 'what a voided order won is drawn for nobody',
      find: "if (fate === 'VOID' || ",
      replace: 'if (',
      tests: CLOSE,
    },
    {
      name: 'a rolled unit that no box won is drawn at the close',
      find: "const isPromised = mode === 'ALEATORIO' || isLocked",
      replace: "const isPromised = mode !== 'ALEATORIO' || isLocked",
      tests: CLOSE,
    },
  ],
  'src/proof/rounds.ts': [
    {
      name: 'false rounds of one batch with the sum of the true ones are believed',
      find: 'mac(u32(index)).slice(0, WEIGHT_BYTES)',
      replace: 'mac(u32(0 * index)).slice(0, WEIGHT_BYTES)',
      tests: ROUNDS,
    },
  ],
  'src/proof/draw-manifest.ts': [
    {
      name: 'a manifest may count other payments than quotas',
      find: 'check(pix + byHand + free === allocated - inVoid,',
      replace: 'check(pix + byHand + free <= allocated,',
      tests: ['test/proof-draw-manifest.test.ts'],
    },
  ],
  'src/proof/verify-book.ts': [
    {
      name: 'the leaves of a proof may be others than the frozen ones',
      find: 'ensure(root === manifest.bookRoot,',
      replace: 'ensure(root.length === manifest.bookRoot.length,',
      tests: VERIFY,
    },
  ],
  'src/proof/verify-instant-prizes.ts': [
    {
      name: 'a proof may leave out the last wins',
      find: 'end: (): void => ensure(at === told.length,',
      replace: 'end: (): void => ensure(at >= 0,',
      tests: VERIFY,
    },
    {
      name: 'an order may have more boxes than its quotas give',
      find: 'ensure(leaf.boxes === due,',
      replace: 'ensure(leaf.boxes >= due,',
      tests: VERIFY,
    },
  ],
  'src/proof/verify-heads.ts': [
    {
      name: 'a head confirms blocks that it does not hold',
      find: 'seen[head]!.size <= index',
      replace: 'seen[head]!.size < index',
      tests: KEPT,
    },
    {
      name: 'a head that was seen when the round was due confirms its blocks',
      find: 'seen[head]!.at < timeOfRound(chain, leaf.round) * 1_000',
      replace: 'seen[head]!.at <= timeOfRound(chain, leaf.round) * 1_000',
      tests: KEPT,
    },
    {
      name: 'a head may tell other payments than the leaves',
      find: 'isSameComposition(composition, compositionAt(size))',
      replace: 'compositionAt(size) !== composition',
      tests: KEPT,
    },
  ],
  'src/proof/read.ts': [
    {
      name: 'a day that there is not passes for a time',
      find: 'return exists ? told :',
      replace: 'return exists || told.length > 0 ? told :',
      tests: KEPT,
    },
  ],
  'src/proof/json.ts': [
    {
      name: 'a key may stand twice',
      find: 'if (keysOf(text) !== keysIn(value))',
      replace: 'if (keysOf(text) < keysIn(value))',
      tests: ['test/proof-json.test.ts'],
    },
  ],
  'src/proof/verify-receipt.ts': [
    {
      name: 'a receipt of another order is believed',
      find: 'ensure(toHex(value.commitment) === commitment,',
      replace: 'ensure(commitment.length > 0,',
      tests: KEPT,
    },
  ],
  'src/proof/verify-promises.ts': [
    {
      name: 'promises may change after the first sale',
      find: 'ensure(kept.leaves === 0,',
      replace: 'ensure(kept.leaves >= 0,',
      tests: KEPT_THINGS,
    },
    {
      name: 'a contest may be brought forward',
      find: 'contestDate < manifest.contestDate',
      replace: 'contestDate !== manifest.contestDate',
      tests: KEPT_THINGS,
    },
  ],
  'src/proof/verify-kept.ts': [
    {
      name: 'a head confirms a block that comes after it',
      find: 'size > index && seenAt !== undefined',
      replace: 'size >= index && seenAt !== undefined',
      tests: KEPT_THINGS,
    },
    {
      name: 'heads of another book confirm blocks',
      find: "heads.result === 'SAME' ? kept.heads : []",
      replace: 'kept.heads',
      tests: KEPT_THINGS,
    },
  ],
};
