import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type FieldDefinitionNode, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../scripts/generate.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const textOf = (...names: string[]): string => readFileSync(path.join(ROOT, ...names), 'utf8');

/** What an operator may ask or do, and why the dashboard has no screen for it. */
const NO_SCREEN: Record<string, string> = {
  paymentProvider: 'the list of providers has all of each',
  export: 'the list of exports has all of each',
  wonPrize: 'the register of prizes has all of each',
  awardedBoxes: 'the boxes of a raffle show them by prize',
  luckyNumberOwner: 'the search finds who has a number',
  ordersSummary: 'the overview shows the orders of each status of `saleFigures`',
  salesByDay: 'the overview shows the days of `saleFigures`',
  rafflePercentageOfSales: 'the list of raffles shows how much of each is sold',
};

interface Operation {
  name: string;
  description: string;
}

/** The public ones are the pages' own matter, and those of a buyer alone too. */
const ofOperators: Operation[] = parse(textOf('schema.graphql'))
  .definitions.flatMap((definition) =>
    definition.kind === Kind.OBJECT_TYPE_DEFINITION && ['Query', 'Mutation', 'Subscription'].includes(definition.name.value)
      ? (definition.fields ?? [])
      : [],
  )
  .map((field: FieldDefinitionNode) => ({ name: field.name.value, description: field.description?.value ?? '' }))
  .filter(({ description }) => /^Roles: .*ADMIN/m.test(description));

function filesUnder(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
}

/** The documents that pages and the client under them send. */
const code = ['src/web', 'src/client'].flatMap((folder) => filesUnder(folder).map((file) => textOf(folder, file))).join('\n');
const sent = new Set(
  OPERATIONS.flatMap((folder) => readdirSync(path.join(ROOT, folder)).map((file) => textOf(folder, file)))
    .flatMap((text) => parse(text).definitions)
    .flatMap((definition) => {
      if (definition.kind !== Kind.OPERATION_DEFINITION) return [];
      if (!new RegExp(`\\b${definition.name?.value}Document\\b`).test(code)) return [];
      return definition.selectionSet.selections.flatMap((field) => (field.kind === Kind.FIELD ? [field.name.value] : []));
    }),
);

describe('the dashboard', () => {
  it('has a screen for each operation of operators, or says why not', () => {
    const without = ofOperators.map(({ name }) => name).filter((name) => !sent.has(name));
    expect(without.sort()).toEqual(Object.keys(NO_SCREEN).sort());
  });
});
