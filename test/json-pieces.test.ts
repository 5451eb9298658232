import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonPieces, WrittenList } from '../src/platform/json-pieces.js';

const tuples = (length: number) => Array.from({ length }, (_, i) => [i * 20, i % 200, 0, i]);

describe('JSON in pieces', () => {
  it.each([0, 1, 9_999, 10_000, 10_001, 20_000, 25_000])('is the text of JSON.stringify, with lists of %i', (length) => {
    const proof = {
      version: 1,
      chain: null,
      boxes: { blocks: tuples(length), wins: [], last: 'á"' },
      none: undefined,
      flag: true,
    };
    expect([...jsonPieces(proof)].join('')).toBe(JSON.stringify(proof));
  });

  it('is the text of JSON.stringify of anything that JSON can hold', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value));
      }),
    );
  });

  it('is the same where a list was written before', () => {
    const written = new WrittenList();
    for (const length of [0, 3, 1]) written.add(tuples(length));
    const whole = { wins: written, none: new WrittenList(), one: 1 };
    expect([...jsonPieces(whole)].join('')).toBe(JSON.stringify({ wins: [...tuples(3), ...tuples(1)], none: [], one: 1 }));
    expect(JSON.stringify(whole)).toBe([...jsonPieces(whole)].join(''));
  });

  it('has no long piece, however long a list is', () => {
    const pieces = [...jsonPieces({ boxes: { wins: tuples(200_000) } })];
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(300_000);
  });
});
