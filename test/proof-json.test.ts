import { expect, it } from 'vitest';
import { parseJson } from '../src/proof/json.js';
import { EXAMPLE, proofOf } from './support/draw-proofs.js';

const parsed = (text: string): unknown => parseJson(Buffer.from(text));

it.each([
  ['{}', {}],
  ['[{"a":1},{"a":2}]', [{ a: 1 }, { a: 2 }]],
  ['{"a":{"a":[{"a":"a"}]}}', { a: { a: [{ a: 'a' }] } }],
  ['{ "a" :\n"b\\":\\\\" , "b\\":" : "\\"a\\":1" }', { a: 'b":\\', 'b":': '"a":1' }],
  ['{"a":":","b":["c",":"]}', { a: ':', b: ['c', ':'] }],
  ['"a"', 'a'],
  ['null', null],
])('%s is read', (text, value) => {
  expect(parsed(text)).toEqual(value);
});

it.each(['{"a":1,"a":1}', '{"a":1,"\\u0061":2}', '[{"b":{"a":1, "c":2,"a" : 3}}]', '{"__proto__":1,"__proto__":2}'])(
  '%s is refused, since a key stands twice',
  (text) => {
    expect(() => parsed(text)).toThrow('an object has a key twice');
  },
);

it('what is no JSON is refused, also without an end', () => {
  for (const text of ['', '{', '"', '"\\', '{"a', "{'a':1}"]) expect(() => parsed(text)).toThrow(SyntaxError);
});

it('what is no UTF-8 is refused, also in a text', () => {
  expect(parseJson(Buffer.from('"é"', 'utf8'))).toBe('é');
  expect(() => parseJson(Buffer.from('"é"', 'latin1'))).toThrow(TypeError);
});

it('a proof is read as JSON.parse reads it, and with any field of it a second time it is refused', () => {
  const text = JSON.stringify(proofOf(EXAMPLE));
  const proof = JSON.parse(text) as Record<string, unknown>;
  expect(parsed(text)).toEqual(proof);
  for (const [key, value] of Object.entries(proof)) {
    const twice = `{${JSON.stringify(key)}:${JSON.stringify(value)},${text.slice(1)}`;
    expect(() => parsed(twice)).toThrow('an object has a key twice');
  }
});
