import { readFileSync } from 'node:fs';
import path from 'node:path';
import { generate } from '@graphql-codegen/cli';
import { describe, expect, it } from 'vitest';
import { scalars } from '../src/client/scalars.js';
import { schema } from '../src/schema.js';

const ROOT = path.join(import.meta.dirname, '..');
const README = readFileSync(path.join(ROOT, 'src/client/README.md'), 'utf8');

async function typesOf(config: object): Promise<string> {
  const output = 'types.ts';
  const [file] = await generate(
    { schema: path.join(ROOT, 'schema.graphql'), silent: true, generates: { [output]: { plugins: ['typescript'], config } } },
    false,
  );
  return (file as { content: string }).content;
}

const ANY = /\bany\b/;
const withoutComments = (text: string) => text.replace(/\/\*\*[\s\S]*?\*\//g, '');

describe('the scalars that the client exports', () => {
  it('leave nothing that may be anything in generated types', async () => {
    expect(withoutComments(await typesOf({}))).toMatch(ANY);
    const types = withoutComments(await typesOf({ scalars, strictScalars: true }));
    expect(types).not.toMatch(ANY);
    expect(types).toContain('Money: { input: string | number; output: string; }');
  });

  it('are what the README says for those who have not the package', () => {
    const written = Object.entries(scalars).map(
      ([name, type]) => `    ${name}: ${typeof type === 'string' ? type : `{ input: ${type.input}, output: ${type.output} }`}\n`,
    );
    expect(README).toContain(`  scalars:\n${written.join('')}`);
  });
});

it('a scalar that a standard describes says which', () => {
  const urls = ['Date', 'DateTime', 'Money'].map((name) => {
    const type = schema.getType(name);
    return [name, type && 'specifiedByURL' in type ? type.specifiedByURL : undefined];
  });
  const rfc = 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6';
  expect(urls).toEqual([
    ['Date', rfc],
    ['DateTime', rfc],
    ['Money', undefined],
  ]);
});
