import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { logEventsOf, withLogEvents } from '../src/log-events.js';
import { features } from '../src/features.js';

const ROOT = path.join(import.meta.dirname, '..');
const SRC = path.join(ROOT, 'src');

/** The lines of the development bank's own process, which say where they come from. */
const BANK_LINES = /^`sandbox bank: /;
const EVENT = /^[a-z_]+(\.[a-z_]+)+$/;

interface LogCall {
  /** "file: the call", for a reader of a failure. */
  where: string;
  /** "by its code" for a level that is looked up. */
  level: string;
  /** As written between its quotes: of recurring work with `${name}` in it. */
  event: string | undefined;
  /** As written, quotes included; undefined when it is a variable. */
  message: string | undefined;
}

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('generated/'))
  .map((file) => ({ file, text: readFileSync(path.join(SRC, file), 'utf8') }));

/** What stands between the bracket that opens at an index and the one that closes it; no text in a call holds half a pair. */
function bracketed(text: string, openAt: number): string {
  let depth = 0;
  for (let at = openAt; at < text.length; at++) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return text.slice(openAt + 1, at);
  }
  throw new Error('a bracket stays open');
}

const calls: LogCall[] = sources
  .flatMap(({ file, text }) =>
    [...text.matchAll(/\blog\??(?:\.(info|warn|error|fatal)|\[\w+\])\(/g)].map((match): LogCall => {
      const words = bracketed(text, match.index + match[0].length - 1).trim();
      return {
        where: `${file}: ${words}`,
        level: match[1] ?? 'by its code',
        event: /\bevent: (['`])(.*?)\1/.exec(words)?.[2],
        message: /(?:^|[,}] *\n? *)((['"`])(?:(?!\2).)*\2),?$/.exec(words)?.[1],
      };
    }),
  )
  .filter(({ message }) => !BANK_LINES.test(message ?? ''));

/** The names that recurring work is started with, by the function that starts it. */
function namesOf(starter: string, argument: RegExp): string[] {
  return sources.flatMap(({ text }) =>
    [...text.matchAll(new RegExp(String.raw`(?<!\.|function )\b${starter}\(`, 'g'))].map((match) => {
      const words = bracketed(text, match.index + match[0].length - 1);
      return argument.exec(words)?.[1] ?? `${starter}(${words})`;
    }),
  );
}

const WORK_NAMES: Record<string, string[]> = {
  'platform/periodic.ts': [
    ...namesOf('every', /^\s*[\w_]+,\s*'([^']*)',/).filter((name) => !name.includes('(')),
    ...features.flatMap(({ workers = [] }) => workers.map(({ name }) => name)),
  ],
  'reconciliation/reconcile.ts': namesOf('createProviderWorkers', /^\s*\w+,\s*'([^']*)',/),
};

/** Every line with its event as it is logged: recurring work is a line for each of its names. */
const lines = calls.flatMap((call) => {
  const { event = '', where } = call;
  const names = event.startsWith('${name}') ? (WORK_NAMES[where.split(':')[0] ?? ''] ?? []) : [''];
  return names.map((name) => ({ ...call, event: event.replace('${name}', name) }));
});

const declared = logEventsOf(features);

it('finds the lines of the log, those of recurring work among them', () => {
  expect(calls.length).toBeGreaterThan(35);
  expect(lines.map(({ event }) => event)).toEqual(
    expect.arrayContaining([
      'orders.expiry.failed',
      'payments.callback.failed',
      'reconciliation.checks.failed',
      'reconciliation.checks.provider_failed',
      'http.unexpected_error',
      'graphql.operation.refused',
    ]),
  );
});

it('gives every line a dotted name', () => {
  expect(lines.filter(({ event }) => !EVENT.test(event)).map(({ where }) => where)).toEqual([]);
});

it('gives a name one meaning: one level and one sentence, which no other name has', () => {
  const said = new Map<string, Set<string>>();
  const add = (key: string, value: string) => said.set(key, (said.get(key) ?? new Set()).add(value));
  for (const { event, level, message } of lines) {
    add(event, `${level} ${message ?? ''}`);
    if (message && !message.includes('${')) add(message, event);
  }
  expect([...said].filter(([, values]) => values.size > 1)).toEqual([]);
});

it('is declared name by name, at its level, and nothing else is', () => {
  const inCode = new Set(lines.map(({ event, level }) => `${event} ${level}`));
  expect(Object.entries(declared).map(([event, { level }]) => `${event} ${level}`)).toEqual(expect.arrayContaining([...inCode]));
  expect(Object.keys(declared).toSorted()).toEqual([...new Set(lines.map(({ event }) => event))].toSorted());
});

it('stands in deploy/OPERATING.md as it is declared', () => {
  const text = readFileSync(path.join(ROOT, 'deploy', 'OPERATING.md'), 'utf8');
  expect(withLogEvents(text, declared)).toBe(text);
});
