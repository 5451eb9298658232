import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { PLANTED_BUGS } from './chaos/planted-bugs.js';
import type { Mutant } from './mutants/mutant.js';
import { mutants } from './mutants/mutants.js';
import { placeOf } from './mutants/repository-copy.js';
import { PLANTED_FAULTS } from './simulation/planted-faults.js';

const ROOT = path.dirname(import.meta.dirname);
const testFiles = readdirSync(import.meta.dirname).map((name) => `test/${name}`);

const planted: Mutant[] = [...PLANTED_BUGS, ...PLANTED_FAULTS].flatMap(({ name, edits }) =>
  edits.map((edit) => ({ name, tests: [], ...edit })),
);

it('each fault that tests, chaos or the simulation must notice has its place in the code, once, and a change to write there', async () => {
  const stale = await Promise.all(
    [...mutants, ...planted].map(async (mutant) => {
      const problem = await placeOf(ROOT, mutant).then(
        () => (mutant.find === mutant.replace ? 'changes nothing' : undefined),
        (error: Error) => error.message,
      );
      return problem && `${mutant.name}: ${problem}`;
    }),
  );
  expect(stale.filter((line) => line !== undefined)).toEqual([]);
});

it('each of them names tests that are there, and no two have one name', () => {
  const nobody = mutants.filter(({ tests }) => !tests.every((test) => testFiles.some((file) => file.startsWith(test))));
  expect(nobody.map(({ name }) => name)).toEqual([]);
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
