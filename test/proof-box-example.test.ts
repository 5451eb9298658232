import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { replayBoxes } from '../src/proof/box-proof.js';
import { prizeId } from './support/box-raffles.js';
import { exampleRaffle, exampleText } from './support/box-example.js';
import { referenceWins } from './support/box-reference.js';

const CHAPTER = readFileSync(path.join(import.meta.dirname, '../src/proof/BOXES.md'), 'utf8');

it('the worked example of the description is what is computed', () => {
  const [, example] = /## Worked example[\s\S]*?```text\n([\s\S]*?)\n```/.exec(CHAPTER)!;
  expect(example).toBe(exampleText(exampleRaffle()));
});

it('and shows a refund, a lock, units that wait, a release, each way to win, and the close', () => {
  const proof = exampleRaffle();
  const wonIn = (first: number): Set<string> =>
    new Set(proof.wins.filter((win) => win.first === first).map((win) => win.prizeId));
  expect(wonIn(0)).toEqual(new Set([prizeId(1), prizeId(2)]));
  expect(wonIn(9)).toEqual(new Set([1, 2, 3, 4].map((index) => prizeId(index))));
  expect(proof.blocks.map(({ isVoid }) => isVoid)).toEqual([true, false, false]);
  expect(proof.wins).toContainEqual({ first: 9, boxIndex: expect.any(Number) as number, prizeId: prizeId(4), unit: 1 });
  expect(proof.closeWins.map(({ prizeId, unit }) => [prizeId, unit])).toEqual([
    [prizeId(1), 0],
    [prizeId(1), 2],
  ]);
  expect(referenceWins(proof).closeWins).toEqual(proof.closeWins);
  expect(replayBoxes(proof).steps.every(({ ok }) => ok)).toBe(true);
});
