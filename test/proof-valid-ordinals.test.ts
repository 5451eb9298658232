import fc from 'fast-check';
import { expect, it } from 'vitest';
import { validOrdinals } from '../src/proof/winning-ordinals.js';
import { fields, validOf } from './support/draws.js';

it('are those in no voided block that have not won, in ascending order', () => {
  fc.assert(
    fc.property(fields(400), fc.array(fc.nat(), { maxLength: 12 }), (field, wins) => {
      const model = validOf(field);
      const valid = validOrdinals(field.allocated, field.voided);
      for (const win of [...wins, 0]) {
        expect(valid.count).toBe(model.length);
        expect(model.map((_, rank) => valid.atRank(rank))).toEqual(model);
        const ordinals = Array.from({ length: field.allocated + 2 }, (_, i) => i - 1);
        expect(ordinals.filter((ordinal) => valid.has(ordinal))).toEqual(model);
        if (model.length === 0) return;
        valid.remove(model.splice(win % model.length, 1)[0]!);
      }
    }),
  );
});
