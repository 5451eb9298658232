import { PROBLEMS } from './problems.js';
import { REFUSALS } from './refusals.js';
import { WORDS } from './words.js';

/** A sentence of the catalogue that a text was made by, and what stood in its places. */
export interface Found {
  /** The rule's name, of what is wrong with a field. */
  rule: string | undefined;
  portuguese: string;
  params: Record<string, string>;
}

interface Sentence {
  pattern: RegExp | undefined;
  names: string[];
  rule: string | undefined;
  portuguese: string;
}

/** A text that stands as it is, by itself; one with places in it by a pattern, those that say most of themselves first. */
function indexed(sentences: Iterable<readonly [rule: string | undefined, english: string, portuguese: string]>) {
  const exact = new Map<string, Sentence>();
  const patterns: (Sentence & { pattern: RegExp; said: number })[] = [];
  for (const [rule, english, portuguese] of sentences) {
    const names = [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    if (names.length === 0) exact.set(english, { pattern: undefined, names, rule, portuguese });
    else {
      const parts = english.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
      const pattern = new RegExp(`^${parts.join('(.+?)')}$`, 's');
      patterns.push({ pattern, names, rule, portuguese, said: parts.join('').length });
    }
  }
  patterns.sort((one, other) => other.said - one.said);
  return (text: string): Found | undefined => {
    const known = exact.get(text);
    if (known) return { rule: known.rule, portuguese: known.portuguese, params: {} };
    for (const sentence of patterns) {
      const match = sentence.pattern.exec(text);
      if (!match) continue;
      const params = Object.fromEntries(sentence.names.map((name, index) => [name, match[index + 1] ?? '']));
      return { rule: sentence.rule, portuguese: sentence.portuguese, params };
    }
    return undefined;
  };
}

/** The sentence of a field's problem. */
export const findProblem = indexed(PROBLEMS);

/** The sentence of a refusal. */
export const findRefusal = indexed(REFUSALS.map(([english, portuguese]) => [undefined, english, portuguese] as const));

/** The Portuguese of a sentence with what stands in its places, of which words of ours are told in Portuguese, too. */
export function inPortuguese({ portuguese, params }: Found): string {
  return portuguese.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? '';
    return WORDS[value] ?? value;
  });
}
