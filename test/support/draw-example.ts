import { ecb } from '@noble/ciphers/aes.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { encodeLeaf } from '../../src/proof/book.js';
import { concat, fromHex, toHex, u32, u64, utf8, uuidBytes } from '../../src/proof/bytes.js';
import { QUICKNET } from '../../src/proof/chain.js';
import { consistencyProof } from '../../src/proof/consistency.js';
import { type Manifest, manifestHash, parseManifest } from '../../src/proof/draw-manifest.js';
import type { Proof } from '../../src/proof/draw-proof.js';
import { federalOrdinals, federalStart } from '../../src/proof/federal.js';
import { federalCloseKey } from '../../src/proof/instant-close.js';
import { shareOf } from '../../src/proof/prize-share.js';
import { merkleTree } from '../../src/proof/merkle.js';
import { createPermutation, derivePermutationKey } from '../../src/proof/permutation.js';
import { validOrdinals } from '../../src/proof/winning-ordinals.js';
import { EXAMPLE, FEDERAL_RESULTS, proofOf, RAFFLE_ID, receiptOf, saltOf, SECRET } from './draw-proofs.js';
import { QUICKNET_ROUNDS } from './quicknet-rounds.js';

type Values = [name: string, value: string | number][];

const { leaves, quotas } = EXAMPLE;
const PROOF = proofOf(EXAMPLE);
const MANIFEST = parseManifest(PROOF.manifest);
const randomnessOf = (round: number): Uint8Array => fromHex(QUICKNET_ROUNDS.find((one) => one.round === round)!.randomness);

/** Each value of the worked example of `src/proof/README.md`, by its name there, in its order. */
export function exampleValues(): Values {
  return [
    ...book(),
    ...randomness(),
    ...published(),
    ...instantPrizes(),
    ...numbers(),
    ...frozen(),
    ...winners(),
    ...close(),
    ...lottery(),
  ];
}

function book(): Values {
  const bytes = leaves.map(encodeLeaf);
  const rootOf = (from: number, to: number): Uint8Array => merkleTree(to - from, (index) => bytes[from + index]!).root;
  const receipt = receiptOf(leaves, 1, 102, 3);
  return [
    ['salt of leaf 0', toHex(saltOf(101))],
    ['SHA-256 of salt and order id', toHex(sha256(concat(saltOf(101), u64(101n))))],
    ...bytes.map((leaf, index): [string, string] => [`leaf ${index}`, toHex(leaf)]),
    ...bytes.map((_, index): [string, string] => [`hash of leaf ${index}`, toHex(rootOf(index, index + 1))]),
    ['head of 3 leaves', toHex(rootOf(0, 3))],
    ['head of 6 leaves', toHex(rootOf(0, 6))],
    ['consistency of 3 and 6', consistencyProof(3, 6, rootOf).map(toHex).join(' ')],
    ['receipt', JSON.stringify({ ...receipt, head: { ...receipt.head, seenAt: '2023-08-23T15:59:17.250Z' } })],
  ];
}

function randomness(): Values {
  const { publicKey, periodSeconds, genesisSeconds, groupHash, name, hash } = QUICKNET;
  const info = concat(u32(periodSeconds), u64(BigInt(genesisSeconds)), fromHex(publicKey), fromHex(groupHash), utf8(name));
  return [
    ['chain info', toHex(info)],
    ['chain hash', hash],
    ...QUICKNET_ROUNDS.flatMap(({ round, signature, randomness: random }): Values => [
      [`signed message of round ${round}`, toHex(sha256(u64(BigInt(round))))],
      [`signature of round ${round}`, signature],
      [`randomness of round ${round}`, random],
    ]),
  ];
}

function published(): Values {
  const { boxes, quotaPrizes } = EXAMPLE;
  return [
    ['salt', quotaPrizes!.salt],
    ['quota prizes', JSON.stringify(quotaPrizes!.prizes)],
    ['quotaPrizesHash', MANIFEST.quotaPrizesHash!],
    ['boxes', JSON.stringify({ boxes: boxes!.prizes, combos: boxes!.combos, cumulative: boxes!.cumulative })],
    ['boxesHash', MANIFEST.boxesHash!],
  ];
}

/** The values of a stream, one after the other, and what is told of them. */
function streamOf(label: string, first: number, told: Values) {
  const message = concat(utf8(label), uuidBytes(RAFFLE_ID), u32(first));
  const key = hmac(sha256, randomnessOf(1000), message);
  told.push(['message', toHex(message)], ['key', toHex(key)]);
  let block = 0;
  let left: number[] = [];
  function value(): number {
    if (left.length === 0) {
      const counter = concat(new Uint8Array(12), u32(block++));
      const view = new DataView(ecb(key, { disablePadding: true }).encrypt(counter).slice().buffer);
      left = [0, 4, 8, 12].map((at) => view.getUint32(at));
    }
    return left.shift()!;
  }
  return (range: number): { text: string; drawn: number } => {
    const one = value();
    if (one >= Math.floor(2 ** 32 / range) * range) throw new Error('the example rejects no value');
    return { text: `next(${range}): ${one} mod ${range} = ${one % range}`, drawn: one % range };
  };
}

/** Follows the description word by word; the values of `proof` must be what comes of it. */
function instantPrizes(): Values {
  const told: Values = [];
  const prizes = EXAMPLE.quotaPrizes!.prizes.map(({ id, isLocked, releaseAt }) => {
    return { name: id.slice(-2).toUpperCase(), id, share: shareOf(releaseAt, quotas), left: isLocked ? 0 : 1 };
  });
  const boxPrizes = EXAMPLE.boxes!.prizes.map(({ id, mode, quantity, isLocked, releaseAt, percentage }) => {
    const share = shareOf(releaseAt, quotas);
    return { name: id.slice(-2), id, mode, share, out: 0, left: isLocked ? 0 : quantity, percentage };
  });
  let forSale = quotas - 1;
  let won = 0;
  for (const [index, leaf] of leaves.entries()) {
    if (leaf.type === 'TO_CLOSE') {
      prizes.find(({ id }) => id === leaf.prizeId)!.left = 0;
      forSale -= 1;
      told.push([`leaf ${index}`, `S = ${forSale}`]);
    }
    if (leaf.type !== 'BLOCK') continue;
    const { first, count, boxes } = leaf;
    told.push([`leaf ${index}`, `numbers of the block at ${first}`]);
    const next = streamOf('raffle-gateway numbers v2', first, told);
    for (let o = first; o < first + count; o++) {
      const inPlay = prizes.filter(({ left, share }) => left > 0 && share <= o);
      if (inPlay.length === 0) throw new Error('the example has prizes in play');
      if (quotas - prizes.length - (o - won) <= 0) throw new Error('the example has plain numbers left');
      const { text, drawn } = next(forSale - o);
      const prize = inPlay[drawn];
      if (prize) prize.left -= 1;
      won += Number(prize !== undefined);
      told.push([`ordinal ${o}`, `K = ${inPlay.length}, ${text}${prize ? `: wins ${prize.name}` : ''}`]);
    }
    told.push([`leaf ${index}`, `boxes of the block at ${first}`]);
    const box = streamOf('raffle-gateway boxes v2', first, told);
    const free = Array.from({ length: boxes }, (_, i) => i);
    for (let o = first; o < first + count; o++) {
      const units = boxPrizes.flatMap((prize) =>
        prize.mode === 'ALEATORIO' && prize.share <= o ? Array.from({ length: prize.left }, () => prize) : [],
      );
      if (units.length === 0) continue;
      const { text, drawn } = box(forSale - o);
      const prize = units[drawn];
      let fate = '';
      if (prize) {
        prize.left -= 1;
        const place = free.length > 0 ? box(free.length) : undefined;
        const at = place && free.splice(place.drawn, 1)[0];
        fate = `: unit ${prize.out++} of ${prize.name} comes out, ${place ? `${place.text}: box ${at}` : 'to the close'}`;
      }
      told.push([`ordinal ${o}`, `U = ${units.length}, ${text}${fate}`]);
    }
    for (let i = 0; i < boxes; i++) {
      const { text, drawn } = box(10_000);
      let end = 0;
      const prize = boxPrizes.find(({ percentage }) => drawn < (end += percentage ?? 0));
      const wins = prize && prize.left > 0 && prize.share <= first && free.includes(i);
      if (wins) prize.left -= 1;
      told.push([`box ${i}`, `${text}${wins ? `: wins unit ${prize.out++} of ${prize.name}` : ''}`]);
    }
  }
  told.push(
    ['wins of quota prizes', JSON.stringify(PROOF.quotaPrizes!.wins)],
    ['wins of boxes', JSON.stringify(PROOF.boxes!.wins)],
  );
  return told;
}

function numbers(): Values {
  const key = derivePermutationKey(SECRET, RAFFLE_ID);
  const size = quotas - EXAMPLE.quotaPrizes!.prizes.length;
  const plain = createPermutation(key, size);
  const block = concat(new Uint8Array(8), u32(size), u32(0));
  const listed = EXAMPLE.quotaPrizes!.prizes.map(({ number }) => Number(number));
  const unlisted = Array.from({ length: quotas }, (_, number) => number).filter((number) => !listed.includes(number));
  const wins = new Map(PROOF.quotaPrizes!.wins);
  let k = 0;
  const all = Array.from({ length: MANIFEST.allocated }, (_, ordinal) => {
    const prize = wins.get(ordinal);
    return prize === undefined ? unlisted[plain.numberOf(k++)]! : listed[prize]!;
  });
  return [
    ['secret', toHex(SECRET)],
    ['secretHash', MANIFEST.secretHash],
    ['key', toHex(key)],
    ['block of F(0, 0)', toHex(block)],
    ['AES of it', toHex(ecb(key, { disablePadding: true }).encrypt(block))],
    ['P(0) to P(4)', [...plain.numbersOf(0, 5)].join(' ')],
    ['numbers of ordinals 0 to 19', all.map((number) => String(number).padStart(2, '0')).join(' ')],
  ];
}

function frozen(): Values {
  return [
    ['manifest', PROOF.manifest],
    ['manifestHash', toHex(manifestHash(PROOF.manifest))],
    ['leaves', PROOF.leaves.join(' ')],
  ];
}

function drawn(name: string, key: Uint8Array, message: Uint8Array, valid: number, outcome: (rank: number) => string): Values {
  const h = hmac(sha256, key, message);
  const u = new DataView(h.buffer, h.byteOffset).getBigUint64(0);
  const rank = Number(u % BigInt(valid));
  return [
    [`${name}, message`, toHex(message)],
    [`${name}, h`, toHex(h)],
    [`${name}, u mod ${valid}`, `${u} mod ${valid} = ${rank}, ${outcome(rank)}`],
  ];
}

function winners(): Values {
  const start = concat(utf8('raffle-gateway draw v1'), uuidBytes(RAFFLE_ID), manifestHash(PROOF.manifest));
  const live = MANIFEST.allocated - 5;
  return PROOF.winners.flatMap(({ prize, ordinal, number }) =>
    drawn(`prize ${prize}`, randomnessOf(657_413), concat(start, u32(prize), u32(0)), live - prize + 1, () => {
      return `ordinal ${ordinal}, number ${number}`;
    }),
  );
}

function close(): Values {
  const valid = validOrdinals(MANIFEST.allocated, MANIFEST.voided);
  return PROOF.closeWins.flatMap(([prizeId, unit, ordinal]) => {
    const message = concat(
      utf8('raffle-gateway close v2'),
      uuidBytes(RAFFLE_ID),
      manifestHash(PROOF.manifest),
      uuidBytes(prizeId),
      u32(unit),
      u32(0),
    );
    return drawn(`unit ${unit} of ${prizeId.slice(-2)}`, randomnessOf(657_413), message, valid.count, (rank) => {
      if (valid.atRank(rank) !== ordinal) throw new Error('the proof has another winner');
      return `ordinal ${ordinal}`;
    });
  });
}

function lottery(): Values {
  const permutation = createPermutation(derivePermutationKey(SECRET, RAFFLE_ID), 1000);
  const draw: Pick<Manifest, 'allocated' | 'prizes'> & Pick<NonNullable<Proof['federal']>, 'results'> = {
    allocated: 100,
    prizes: 3,
    results: FEDERAL_RESULTS,
  };
  const ordinals = federalOrdinals({ ...draw, permutation, voided: [] });
  return [
    ['results', FEDERAL_RESULTS.join(' ')],
    ['close key', toHex(federalCloseKey(FEDERAL_RESULTS))],
    ...[10, 1000, 100_000, 1_000_000, 10_000_000].map((quantity): [string, string] => [
      `start of N = ${quantity}`,
      String(federalStart(FEDERAL_RESULTS, quantity)).padStart(String(quantity).length - 1, '0'),
    ]),
    ...ordinals.map((ordinal, index): [string, string] => [
      `prize ${index + 1} of N = 1000, number and ordinal`,
      `${String(permutation.numberOf(ordinal!)).padStart(3, '0')} ${ordinal}`,
    ]),
  ];
}
