import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, it } from 'vitest';
import { features } from '../src/features.js';
import { refuse, refuseField } from '../src/platform/domain-error.js';
import { renderRefusal } from '../src/platform/refusal.js';
import { defineTexts, knownTexts, problemRules, renderText } from '../src/platform/texts.js';
import { textFiles } from './support/texts.js';

/** `TYPE.argument` and `TYPE.number` of the library's parser. */
const [ARGUMENT, NUMBER] = [1, 2];
type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** The names of a message's places, those within choices too, with a sample for each. */
function samplesOf(parts: Part[]): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const part of parts) {
    const type: number = part.type;
    if ('options' in part) {
      found[part.value] = 'offset' in part ? 2 : 'other';
      for (const { value } of Object.values(part.options)) Object.assign(found, samplesOf(value));
    } else if (type === ARGUMENT && 'value' in part) found[part.value] = 'x1';
    else if (type === NUMBER && 'value' in part) found[part.value] = '1234.50';
  }
  return found;
}
const samples = (message: string) => samplesOf(new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst());

describe('every text', () => {
  it('has the same places in both languages, and is written in each', () => {
    expect(knownTexts().size).toBeGreaterThan(20);
    for (const [key, text] of knownTexts()) {
      const params = samples(text.en);
      expect([key, Object.keys(samples(text['pt-BR'])).toSorted()]).toEqual([key, Object.keys(params).toSorted()]);
      for (const language of ['en', 'pt-BR'] as const) expect(renderText({ key, params }, language)).not.toMatch(/[{}]/);
    }
  });

  it('writes an amount in reais where Portuguese says so', () => {
    const text = { key: 'referrals.morePayable', params: { max: '1234.50' } };
    expect(renderText(text, 'pt-BR')).toContain('R$\u00a01.234,50');
    expect(renderText(text, 'en')).toContain('1234.50');
  });

  it('of a feature is in its declaration', () => {
    const declared = features.flatMap(({ name, texts }) => (texts ? [`../../src/${name}/${name}.texts.ts`] : []));
    const base = ['graphql', 'platform', 'rest'].map((name) => `../../src/${name}/${name}.texts.ts`);
    expect([...declared, ...base].toSorted()).toEqual(Object.keys(textFiles).toSorted());
  });

  it('is used', () => {
    const src = path.join(import.meta.dirname, '..', 'src');
    const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.texts)\.tsx?$/.test(file));
    const code = files.map((file) => readFileSync(path.join(src, file), 'utf8')).join('');
    // Not `knownTexts`: another test of the same worker may have added its own.
    const keys = Object.values(textFiles).flatMap((file) => Object.values(file).flatMap((texts) => Object.keys(texts)));
    expect(keys.length).toBeGreaterThan(300);
    expect(keys.filter((key) => !code.includes(`'${key}'`))).toEqual([]);
  });

  it('has a rule where it says what is wrong with a field', () => {
    expect(problemRules()).toContain('required');
  });
});

describe('a text by its key', () => {
  it('does not compile without its parameters, with others, or where the languages differ', () => {
    const wrong = [
      // @ts-expect-error there is none of this name
      () => refuse('platform.none'),
      // @ts-expect-error a problem of a field is no refusal
      () => refuse('platform.required'),
      // @ts-expect-error its parameters are missing
      () => refuse('graphql.costsTooMuch'),
      // @ts-expect-error one of them is missing
      () => refuse('graphql.costsTooMuch', { cost: 1 }),
      // @ts-expect-error one is too many
      () => refuse('graphql.costsTooMuch', { cost: 1, most: 2, least: 3 }),
      // @ts-expect-error it has none
      () => refuseField('first', 'platform.required', { max: 1 }),
      // @ts-expect-error Portuguese has another place
      () => defineTexts({ 'x.y': { en: 'At most {max}.', 'pt-BR': 'No máximo {most}.' } }),
      // @ts-expect-error it is in no Portuguese
      () => defineTexts({ 'x.y': { en: 'At most {max}.' } }),
      // @ts-expect-error there is no such code
      () => defineTexts({ 'x.y': { code: 'NONE', en: 'No.', 'pt-BR': 'Não.' } }),
    ];
    expect(wrong).toHaveLength(9);
    expect(
      defineTexts({
        'x.y': {
          en: '{count, plural, one {one of {all}} other {{count} of {all}}}',
          'pt-BR': '{count, plural, one {um de {all}} other {{count} de {all}}}',
        },
      }),
    ).toHaveProperty(['x.y']);
  });

  it('is rendered in a language, what stands in it never translated', () => {
    const refusal = refuseField('status', 'platform.oneOf', { values: ['FAQ', 'order'] });
    expect(refusal.message).toBe('status must be one of FAQ, order');
    expect(renderRefusal(refusal, 'pt-BR')).toEqual({
      message: 'status deve ser um destes: FAQ, order',
      fields: { status: ['deve ser um destes: FAQ, order'] },
      problems: {
        status: [{ rule: 'enum', params: { values: ['FAQ', 'order'] }, message: 'deve ser um destes: FAQ, order' }],
      },
    });
  });
});
