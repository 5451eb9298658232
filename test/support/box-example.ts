import { createCipheriv, createHmac } from 'node:crypto';
import { boxesHash } from '../../src/proof/box-prizes.js';
import type { BoxProof } from '../../src/proof/box-proof.js';
import { play, prize, RAFFLE_ID } from './box-raffles.js';

export function exampleRaffle(): BoxProof {
  const seed = Uint8Array.from({ length: 32 }, (_, byte) => 184 + byte);
  const prizes = [
    prize(1, { title: 'Motorcycle', prize: '15000.00', quantity: 3, releaseAt: 1000 }),
    prize(2, { title: 'R$ 50', prize: '50.00', quantity: 2, mode: 'PORCENTAGEM', percentage: 3000 }),
    prize(3, { title: 'Café', prize: '9.90', quantity: 10, mode: 'PORCENTAGEM', percentage: 2050, releaseAt: 5000 }),
    prize(4, { title: 'Phone', prize: '2500.00', quantity: 2, isLocked: true }),
  ];
  const combos = [
    { quantityTitles: 5, quantityBoxes: 4 },
    { quantityTitles: 8, quantityBoxes: 4 },
  ];
  const acts = [
    { kind: 'sell' as const, count: 5 },
    { kind: 'sell' as const, count: 4 },
    { kind: 'switch' as const, prize: 3 },
    { kind: 'sell' as const, count: 8 },
    { kind: 'refund' as const, block: 0 },
  ];
  return play({ quotas: 20, prizes, combos, cumulative: true, acts }, seed);
}

/** Every step of it as text, the intermediate values by Node's cryptography and the results by the engine. */
export function exampleText(proof: BoxProof): string {
  const { seed, prizes, combos, cumulative, blocks, log } = proof;
  const letter = (id: string): string => 'ABCD'[prizes.findIndex((prize) => prize.id === id)]!;
  return [
    `raffle       ${RAFFLE_ID}`,
    `N            ${proof.quotas}`,
    `seed         ${hex(seed)}`,
    ...prizes.map(
      ({ id, quantity, mode, percentage, releaseAt, isLocked }) =>
        `prize ${letter(id)}      ${id}  ${mode}  quantity ${quantity}  percentage ${percentage}  releaseAt ${releaseAt}  isLocked ${isLocked}`,
    ),
    ...combos.map(({ quantityTitles, quantityBoxes }) => `combo        ${quantityTitles} quotas: ${quantityBoxes} boxes`),
    `cumulative   ${cumulative}`,
    ...log.map(({ ordinal, type, prizeId }) => `log          ${type} ${letter(prizeId)} at ordinal ${ordinal}`),
    ...blocks.map(
      ({ first, count, boxes, isVoid }) => `block        first ${first}  count ${count}  boxes ${boxes}  void ${isVoid}`,
    ),
    `close key    ${hex(proof.closeKey!)}`,
    '',
    'published before the first sale',
    canonical(proof),
    `boxesHash    ${boxesHash(prizes, combos, cumulative)}`,
    '',
    'exits of ALEATORIO units: message, first 8 bytes of its HMAC, S, exit ordinal',
    ...prizes.filter(({ mode }) => mode === 'ALEATORIO').flatMap((prize) => exitLines(proof, prize, letter(prize.id))),
    '',
    'key of the rolls',
    `message      ${ROLLS}`,
    `K            ${hex(rollKey(seed))}`,
    '',
    'blocks: for each box its 16 bytes, the AES of them, the roll',
    ...blocks.flatMap((block) => blockLines(proof, block, letter)),
    'close: message, first 8 bytes of its HMAC, boxes left, rank, and where the unit goes',
    ...closeLines(proof, letter),
  ].join('\n');
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const ids = (...uuids: string[]): string => uuids.join('').replaceAll('-', '');
const ascii = (label: string): string => Buffer.from(label).toString('hex');
const u32 = (value: number): string => value.toString(16).padStart(8, '0');
const u64Of = (key: Uint8Array, message: string): string =>
  createHmac('sha256', key).update(message, 'hex').digest('hex').slice(0, 16);
const ROLLS = ascii('raffle-gateway boxes v1') + ids(RAFFLE_ID);
const rollKey = (seed: Uint8Array): Buffer => createHmac('sha256', seed).update(ROLLS, 'hex').digest();
const mod = (u64: string, range: number): number => Number(BigInt(`0x${u64}`) % BigInt(range));

function canonical({ prizes, combos, cumulative }: BoxProof): string {
  const boxes = prizes.map(
    ({ id, title, quantity, prize, mode, percentage, releaseAt, isLocked }) =>
      `{"id":"${id}","title":"${title}","quantity":${quantity},"prize":"${prize}","mode":"${mode}",`
      + `"percentage":${percentage},"releaseAt":${releaseAt},"isLocked":${isLocked}}`,
  );
  const tiers = combos.map(
    ({ quantityTitles, quantityBoxes }) => `{"quantityTitles":${quantityTitles},"quantityBoxes":${quantityBoxes}}`,
  );
  return `{"boxes":[${boxes.join(',')}],"combos":[${tiers.join(',')}],"cumulative":${cumulative}}`;
}

function exitLines({ seed, quotas }: BoxProof, { id, quantity, releaseAt }: BoxProof['prizes'][number], name: string): string[] {
  const start = Math.min(quotas - 1, Math.ceil((releaseAt * quotas) / 10_000));
  return Array.from({ length: quantity }, (_, unit) => {
    const message = ascii('raffle-gateway units v1') + ids(RAFFLE_ID, id) + u32(unit) + u32(0);
    const u64 = u64Of(seed, message);
    return `${name} ${unit}  ${message}\n     ${u64}  S ${start}  exit ${start + mod(u64, quotas - start)}`;
  });
}

function blockLines(proof: BoxProof, { first, boxes }: BoxProof['blocks'][number], letter: (id: string) => string): string[] {
  if (boxes === 0) return [`block ${first}: no boxes`, ''];
  const won = proof.wins.filter((win) => win.first === first);
  const places = won.filter(({ prizeId }) => 'AD'.includes(letter(prizeId))).length;
  return [
    `block ${first}`,
    ...Array.from({ length: boxes }, (_, box) => {
      const counter = Buffer.from('0'.repeat(16) + u32(first) + u32(box), 'hex');
      const bytes = createCipheriv('aes-256-ecb', rollKey(proof.seed), null).update(counter);
      return `box ${box}        ${hex(counter)}  ${hex(bytes)}  roll ${bytes.readUInt32BE(0) % 10_000}`;
    }),
    ...Array.from({ length: places }, (_, placed) => {
      const place = ascii('raffle-gateway places v1') + ids(RAFFLE_ID) + u32(first) + u32(placed) + u32(0);
      const u64 = u64Of(proof.seed, place);
      return `place ${placed}      ${place}\n             ${u64}  of ${boxes - placed} free, rank ${mod(u64, boxes - placed)}`;
    }),
    ...won.map(({ boxIndex, prizeId, unit }) => `wins         box ${boxIndex}: ${letter(prizeId)} ${unit}`),
    '',
  ];
}

function closeLines(proof: BoxProof, letter: (id: string) => string): string[] {
  const voided = new Set(proof.blocks.filter(({ isVoid }) => isVoid).map(({ first }) => first));
  const held = proof.wins.filter(({ first }) => !voided.has(first)).length;
  const issued = proof.blocks.filter(({ isVoid }) => !isVoid).reduce((sum, { boxes }) => sum + boxes, 0);
  return proof.closeWins.map(({ first, boxIndex, prizeId, unit }, drawn) => {
    const message = ascii('raffle-gateway close v1') + ids(RAFFLE_ID, prizeId) + u32(unit) + u32(0);
    const u64 = u64Of(proof.closeKey!, message);
    const left = issued - held - drawn;
    const where = `box ${boxIndex} of the block at ${first}`;
    return `${letter(prizeId)} ${unit}  ${message}\n     ${u64}  of ${left} boxes left, rank ${mod(u64, left)}: ${where}`;
  });
}
