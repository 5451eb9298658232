import { createHash } from 'node:crypto';
import { DEVELOPMENT_CHAIN } from '../../src/beacon/beacon.js';
import { signRound } from '../../src/development/beacon/sign-round.js';
import { type BookLeaf, commitmentOf, encodeLeaf, type How } from '../../src/proof/book.js';
import { replayBook } from '../../src/proof/book-replay.js';
import { boxesFor, boxesHash } from '../../src/proof/box-prizes.js';
import { fromHex, toHex } from '../../src/proof/bytes.js';
import { type Chain, QUICKNET, type Round } from '../../src/proof/chain.js';
import { type Manifest, manifestHash, manifestText } from '../../src/proof/draw-manifest.js';
import { LEAVES_A_TEXT, type Proof } from '../../src/proof/draw-proof.js';
import { federalOrdinals } from '../../src/proof/federal.js';
import { closePrizes, federalCloseKey } from '../../src/proof/instant-close.js';
import { createInstantDecider } from '../../src/proof/instant-decider.js';
import { createInstantNumbers } from '../../src/proof/instant-numbers.js';
import { merkleTree } from '../../src/proof/merkle.js';
import { createPermutation, derivePermutationKey, formatLuckyNumber } from '../../src/proof/permutation.js';
import { quotaPrizesHash } from '../../src/proof/quota-prize-list.js';
import { winningOrdinals } from '../../src/proof/winning-ordinals.js';
import { QUICKNET_ROUNDS } from './quicknet-rounds.js';

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest();
const upTo = (bytes: number, from = 0): Uint8Array => Uint8Array.from({ length: bytes }, (_, byte) => byte + from);

export const SECRET = upTo(32);
export const RAFFLE_ID = '123e4567-e12b-42d1-a456-426655440000';
export const FEDERAL_RESULTS = ['34567', '12348', '90211', '55603', '77129'];
export const prizeId = (end: string): string => `00000000-0000-4000-8000-${end.padStart(12, '0')}`;

export interface SoldRaffle {
  mode: Manifest['mode'];
  quotas: number;
  prizes: number;
  leaves: readonly BookLeaf[];
  boxes?: Omit<NonNullable<Proof['boxes']>, 'wins'>;
  quotaPrizes?: Omit<NonNullable<Proof['quotaPrizes']>, 'wins'>;
  chain: Chain;
  /** Published rounds, and that of the draw. */
  signed: (round: number) => Round;
  drawRound: number;
}

/** What an honest service publishes of its draw. */
export function proofOf(sold: SoldRaffle): Proof {
  const { mode, quotas, leaves, boxes, quotaPrizes, chain, signed } = sold;
  const isInstant = boxes !== undefined || quotaPrizes !== undefined;
  const listed = quotaPrizes?.prizes.map(({ number }) => Number(number)) ?? [];
  const decider = createInstantDecider({
    raffleId: RAFFLE_ID,
    quotas,
    quotaPrizes: quotaPrizes?.prizes ?? [],
    boxPrizes: boxes?.prizes ?? [],
  });
  const replay = replayBook({ isInstant });
  const rounds = new Map<number, string>();
  const [boxWins, quotaPrizeWins]: [NonNullable<Proof['boxes']>['wins'], NonNullable<Proof['quotaPrizes']>['wins']] = [[], []];
  const sentToClose = new Set<string>();
  for (const leaf of leaves) {
    replay.add(leaf);
    if (leaf.type === 'TO_CLOSE') {
      decider.sendToClose(leaf.prizeId);
      sentToClose.add(leaf.prizeId);
    }
    if (leaf.type !== 'BLOCK' || !isInstant) continue;
    if (!rounds.has(leaf.round)) rounds.set(leaf.round, signed(leaf.round).signature);
    const won = decider.decide(leaf, sha256(fromHex(rounds.get(leaf.round)!)));
    for (const { ordinal, prize } of won.quotaPrizeWins) quotaPrizeWins.push([ordinal, prize]);
    for (const { box, prize, unit } of won.boxWins) boxWins.push([leaf.first, box, prize, unit]);
  }

  const isBeacon = mode === 'BEACON';
  const manifest: Manifest = {
    version: 2,
    raffleId: RAFFLE_ID,
    mode,
    quotaQuantity: quotas,
    sellable: isInstant ? decider.forSale : quotas,
    allocated: replay.allocated,
    prizes: sold.prizes,
    voided: replay.voided().map(([first, count]) => [first, count]),
    leaves: leaves.length,
    bookRoot: toHex(merkleTree(leaves.length, (index) => encodeLeaf(leaves[index]!)).root),
    composition: replay.composition,
    secretHash: toHex(sha256(SECRET)),
    quotaPrizesHash: quotaPrizes ? quotaPrizesHash(quotaPrizes) : null,
    boxesHash: boxes ? boxesHash(boxes.prizes, boxes.combos, boxes.cumulative) : null,
    chain: isBeacon || isInstant ? chain.hash : null,
    round: isBeacon ? sold.drawRound : null,
    contest: isBeacon ? null : 5921,
    contestDate: isBeacon ? null : '2026-12-05',
  };
  const text = manifestText(manifest);
  const hash = manifestHash(text);

  const key = derivePermutationKey(SECRET, RAFFLE_ID);
  const plain = quotas === listed.length ? null : createPermutation(key, quotas - listed.length);
  const wins = quotaPrizeWins.map(([ordinal, prize]) => ({ ordinal, number: listed[prize]! }));
  const numbers =
    listed.length === 0 ? plain! : createInstantNumbers({ quotas, listed, wins, decided: manifest.allocated, plain });
  const drawRound = signed(sold.drawRound);
  const randomness = sha256(fromHex(drawRound.signature));
  const ordinals = isBeacon
    ? winningOrdinals({ ...manifest, randomness, manifestHash: hash })
    : federalOrdinals({ ...manifest, results: FEDERAL_RESULTS, permutation: numbers });
  const closeWins = isInstant
    ? closePrizes({
        ...manifest,
        manifestHash: hash,
        boxPrizes: boxes?.prizes ?? [],
        quotaPrizes: quotaPrizes?.prizes ?? [],
        sentToClose,
        boxWins: boxWins.map(([first, , prize, unit]) => ({ first, prize, unit })),
        quotaPrizeWins: quotaPrizeWins.map(([ordinal, prize]) => ({ ordinal, prize })),
        key: isBeacon ? randomness : federalCloseKey(FEDERAL_RESULTS),
      })
    : [];
  const federal = {
    contest: 5921,
    date: '2026-12-05',
    results: FEDERAL_RESULTS,
    confirmation: 'SECOND_OPERATOR' as const,
  };
  return {
    version: 2,
    manifest: text,
    chain: manifest.chain === null ? null : { ...chain },
    round: isBeacon ? { round: drawRound.round, signature: drawRound.signature } : null,
    federal: isBeacon ? null : federal,
    permutationSecret: toHex(SECRET),
    winners: ordinals.flatMap((ordinal, index) =>
      ordinal === undefined ? [] : [{ prize: index + 1, ordinal, number: formatLuckyNumber(numbers.numberOf(ordinal), quotas) }],
    ),
    leaves: textsOf(leaves),
    rounds: [...rounds],
    ...(boxes && { boxes: { ...boxes, wins: boxWins } }),
    ...(quotaPrizes && { quotaPrizes: { ...quotaPrizes, wins: quotaPrizeWins } }),
    closeWins: closeWins.map(({ prizeId: id, unit, ordinal }) => [id, unit, ordinal]),
  };
}

export function textsOf(leaves: readonly BookLeaf[]): string[] {
  const texts: string[] = [];
  for (let from = 0; from < leaves.length; from += LEAVES_A_TEXT) {
    texts.push(Buffer.concat(leaves.slice(from, from + LEAVES_A_TEXT).map(encodeLeaf)).toString('base64'));
  }
  return texts;
}

export const saltOf = (order: number): Uint8Array => upTo(16, order % 200);

/** The leaves of a sale, in which fresh blocks begin where the ones before end. */
export function saleOf(combos: { quantityTitles: number; quantityBoxes: number }[] = []) {
  const leaves: BookLeaf[] = [];
  let next = 0;
  const sale = {
    leaves,
    block(how: How, order: number, count: number, round: number, first = next) {
      const commitment = commitmentOf(BigInt(order), saltOf(order));
      leaves.push({ type: 'BLOCK', how, boxes: boxesFor(combos, true, count), first, count, round, commitment });
      if (first === next) next += count;
      return sale;
    },
    void(block: number) {
      leaves.push({ type: 'VOID', block });
      return sale;
    },
    toClose(id: string) {
      leaves.push({ type: 'TO_CLOSE', ordinal: next, prizeId: id });
      return sale;
    },
  };
  return sale;
}

/** What a buyer keeps of the block of an order: the head is the first `size` leaves. */
export function receiptOf(leaves: readonly BookLeaf[], index: number, order: number, size = leaves.length) {
  const tree = merkleTree(size, (at) => encodeLeaf(leaves[at]!));
  return {
    raffleId: RAFFLE_ID,
    orderId: String(order),
    index,
    leaf: toHex(encodeLeaf(leaves[index]!)),
    salt: toHex(saltOf(order)),
    path: tree.pathOf(index).map(toHex),
    head: { size, root: toHex(tree.root) },
  };
}

export function headOf(leaves: readonly BookLeaf[], size: number) {
  return { size, root: toHex(merkleTree(size, (at) => encodeLeaf(leaves[at]!)).root) };
}

const quicknetRound = (round: number): Round => {
  const found = QUICKNET_ROUNDS.find((one) => one.round === round)!;
  return { round, signature: found.signature };
};

const COMBOS = [
  { quantityTitles: 5, quantityBoxes: 4 },
  { quantityTitles: 8, quantityBoxes: 4 },
];

/** The raffle of the worked example. */
export const EXAMPLE: SoldRaffle = {
  mode: 'BEACON',
  quotas: 30,
  prizes: 2,
  leaves: saleOf(COMBOS)
    .block('PIX', 101, 5, 1000)
    .block('BY_HAND', 102, 4, 1000)
    .toClose(prizeId('dd'))
    .void(0)
    .block('FREE', 103, 8, 1000)
    .block('PIX', 104, 3, 1000).leaves,
  boxes: {
    prizes: [
      {
        id: prizeId('11'),
        title: 'Motorcycle',
        quantity: 3,
        prize: '15000.00',
        mode: 'ALEATORIO',
        percentage: null,
        releaseAt: 0,
        isLocked: false,
      },
      {
        id: prizeId('22'),
        title: 'Café "da casa"',
        quantity: 20,
        prize: '9.90',
        mode: 'PORCENTAGEM',
        percentage: 3000,
        releaseAt: 0,
        isLocked: false,
      },
      {
        id: prizeId('33'),
        title: 'Phone',
        quantity: 1,
        prize: '2500.00',
        mode: 'PORCENTAGEM',
        percentage: 1000,
        releaseAt: 0,
        isLocked: true,
      },
    ],
    combos: COMBOS,
    cumulative: true,
  },
  quotaPrizes: {
    salt: toHex(upTo(32, 64)),
    prizes: [
      { id: prizeId('aa'), number: '07', prize: 'R$ 500', releaseAt: 0, isLocked: false },
      { id: prizeId('bb'), number: '11', prize: 'R$ 50', releaseAt: 3000, isLocked: false },
      { id: prizeId('cc'), number: '23', prize: 'R$ 1.000', releaseAt: 0, isLocked: true },
      { id: prizeId('dd'), number: '29', prize: 'R$ 50', releaseAt: 0, isLocked: false },
    ],
  },
  chain: QUICKNET,
  signed: quicknetRound,
  drawRound: 657_413,
};

const byDevelopment = { chain: DEVELOPMENT_CHAIN, signed: signRound, drawRound: 900 };

/** Without instant prizes: quotas that were given back are sold again. */
export const RESOLD: SoldRaffle = {
  mode: 'BEACON',
  quotas: 30,
  prizes: 3,
  leaves: saleOf()
    .block('PIX', 101, 10, 0)
    .block('PIX', 102, 12, 0)
    .block('FREE', 103, 8, 0)
    .void(0)
    .void(2)
    .block('BY_HAND', 104, 6, 0, 2)
    .block('PIX', 104, 3, 0, 22).leaves,
  chain: QUICKNET,
  signed: quicknetRound,
  drawRound: 1000,
};

/** Drawn by the lottery, with quota prizes by another chain and more than one round. */
export const BY_LOTTERY: SoldRaffle = {
  ...EXAMPLE,
  mode: 'LOTERIA_FEDERAL',
  quotas: 1000,
  leaves: saleOf(COMBOS)
    .block('PIX', 101, 40, 5)
    .block('PIX', 102, 25, 5)
    .toClose(prizeId('22'))
    .block('BY_HAND', 103, 35, 8)
    .void(1)
    .block('FREE', 104, 3, 9).leaves,
  quotaPrizes: {
    salt: EXAMPLE.quotaPrizes!.salt,
    prizes: EXAMPLE.quotaPrizes!.prizes.map((prize) => ({ ...prize, number: `0${prize.number}` })),
  },
  ...byDevelopment,
};

export const PLAIN_BY_LOTTERY: SoldRaffle = { ...RESOLD, mode: 'LOTERIA_FEDERAL', quotas: 100 };

export const GOOD: Record<string, SoldRaffle> = {
  'a beacon, with instant prizes': EXAMPLE,
  'a beacon, with quotas sold again': RESOLD,
  'the federal lottery, with instant prizes': BY_LOTTERY,
  'the federal lottery, without': PLAIN_BY_LOTTERY,
};
