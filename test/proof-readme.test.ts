import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { exampleValues } from './support/draw-example.js';

const README = readFileSync(path.join(import.meta.dirname, '..', 'src', 'proof', 'README.md'), 'utf8');

it("the description's worked example says what the code makes, to the letter", () => {
  const chapter = README.split(/^## /m).find((text) => text.startsWith('Worked example')) ?? '';
  const told = [...chapter.matchAll(/^```text\n(.*?)^```$/gms)].flatMap(([, lines = '']) => lines.trimEnd().split('\n'));
  expect(told).toEqual(exampleValues().map(([name, value]) => `${name}: ${value}`));
});
