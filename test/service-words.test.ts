import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { BUYER_MESSAGES, BUYER_PROBLEMS } from '../src/web/common/buyer-words.js';

const SRC = path.join(import.meta.dirname, '..', 'src');
/** Every text that the service may say, with a number wherever it puts one. */
const texts = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/^(web|client|generated|development)\//.test(file))
  .flatMap((file) => [
    ...readFileSync(path.join(SRC, file), 'utf8').matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"([^"\n]*)"/g),
  ])
  .map(([, single, template, double]) => (single ?? template ?? double ?? '').replaceAll(/\$\{[^}]*\}/g, '5'));
/** The library's. */
texts.push('must be an email');

it.each([...BUYER_PROBLEMS, ...BUYER_MESSAGES].map(([pattern]) => [pattern.source, pattern] as const))(
  'what buyers are told in Portuguese is what the service says: %s',
  (_source, pattern) => {
    expect(texts.filter((text) => pattern.test(text))).not.toEqual([]);
  },
);
