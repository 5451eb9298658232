import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Span } from '../../src/proof/winning-ordinals.js';

export interface Field {
  allocated: number;
  voided: Span[];
}

/** Fields of up to so many ordinals, some of them all voided. */
export const fields = (most: number): fc.Arbitrary<Field> =>
  fc
    .array(fc.record({ gap: fc.integer({ min: 0, max: 12 }), count: fc.integer({ min: 1, max: 12 }) }), { maxLength: most / 24 })
    .chain((blocks) => {
      let end = 0;
      const voided = blocks.map(({ gap, count }): Span => {
        const first = end + gap;
        end = first + count;
        return [first, count];
      });
      return fc.integer({ min: 0, max: 30 }).map((tail) => ({ allocated: end + tail, voided }));
    });

/** The same ordinals one by one, which is how a model of them is written. */
export function validOf({ allocated, voided }: Field): number[] {
  const lost = new Set(voided.flatMap(([first, count]) => Array.from({ length: count }, (_, i) => first + i)));
  return Array.from({ length: allocated }, (_, ordinal) => ordinal).filter((ordinal) => !lost.has(ordinal));
}

/** Bytes that look random, the same for the same words. */
export function bytesOf(words: string): Buffer {
  return createHash('sha256').update(words).digest();
}
