import { expect, it } from 'vitest';
import { findPlanted, PLANTED_BUGS } from '../chaos/planted-bugs.js';

const LONGEST_MS = 1_800_000;

it.each(PLANTED_BUGS)(
  'the judge of `npm run chaos` notices that $name',
  async (bug) => {
    expect(await findPlanted(bug)).toMatchObject({ by: expect.stringMatching(bug.foundBy) });
  },
  LONGEST_MS,
);
