import { readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  validateSchema,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { rolesSentence } from '../src/graphql/authorize-schema.js';
import type { OperationRole } from '../src/graphql/roles.js';
import { OPERATOR_RIGHTS } from './support/operator-rights.js';
import { declaredCodes, errorsSentence } from '../src/graphql/refuses.js';
import { schema, sdl } from '../src/schema.js';

const SCALARS = ['Boolean', 'Date', 'DateTime', 'Float', 'ID', 'Int', 'Money', 'SignedMoney', 'String'];
const ROOTS = ['Query', 'Mutation', 'Subscription'];

const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));

interface Member<Part> {
  at: string;
  owner: GraphQLNamedType;
  part: Part;
}

const fields: Member<GraphQLField<unknown, unknown>>[] = types
  .filter(isObjectType)
  .flatMap((owner) => Object.values(owner.getFields()).map((part) => ({ at: `${owner.name}.${part.name}`, owner, part })));
const args: (Member<GraphQLArgument> & { beside: string[] })[] = fields.flatMap(({ at, owner, part }) =>
  part.args.map((arg) => ({ at: `${at}(${arg.name})`, owner, part: arg, beside: part.args.map(({ name }) => name) })),
);
const inputs: Member<GraphQLInputField>[] = types
  .filter(isInputObjectType)
  .flatMap((owner) => Object.values(owner.getFields()).map((part) => ({ at: `${owner.name}.${part.name}`, owner, part })));
const operations = fields.filter(({ owner }) => ROOTS.includes(owner.name));

const isConnection = (type: GraphQLNamedType): boolean => type.name.endsWith('Connection');
const offenders = <One extends Member<unknown>>(members: One[], offends: (member: One) => boolean): string[] =>
  members.filter(offends).map(({ at }) => at);

/** What every part of the schema keeps to; each rule answers who breaks it. */
const RULES: [id: string, rule: string, broken: () => string[]][] = [
  ['S01', 'every type is described', () => types.filter(({ description }) => !isSentence(description)).map(({ name }) => name)],
  ['S02', 'every field is described', () => offenders(fields, ({ part }) => !isSentence(part.description))],
  ['S03', 'every argument is described', () => offenders(args, ({ part }) => !isSentence(part.description))],
  ['S04', 'every input field is described', () => offenders(inputs, ({ part }) => !isSentence(part.description))],
  [
    'S05',
    'every enum value is described',
    () =>
      types.filter(isEnumType).flatMap((type) =>
        type
          .getValues()
          .filter(({ description }) => !isSentence(description))
          .map(({ name }) => `${type.name}.${name}`),
      ),
  ],
  [
    'S06',
    'a list is there and so is each of its items',
    () => offenders(fields, ({ part }) => isListType(getNullableType(part.type)) && !/^\[\w+!\]!$/.test(String(part.type))),
  ],
  [
    'S07',
    'a list that is sent has no holes',
    () =>
      offenders([...args, ...inputs], ({ part }) => String(part.type).includes('[') && !/^\[\w+!\]!?$/.test(String(part.type))),
  ],
  [
    'S08',
    'a list is a connection, or of the values of an enum, or says how long it may be',
    () =>
      offenders(fields, ({ owner, part }) => isListType(getNullableType(part.type)) && !isConnection(owner) && !isBounded(part)),
  ],
  [
    'S09',
    'a connection has edges, nodes, pageInfo and totalCount',
    () =>
      types
        .filter(isConnection)
        .filter((type) => !hasFields(type, ['edges', 'nodes', 'pageInfo', 'totalCount']))
        .map(({ name }) => name),
  ],
  [
    'S10',
    'a connection is asked for by first and after, 20 by default',
    () =>
      offenders(
        fields,
        ({ part }) =>
          isConnection(getNamedType(part.type))
          && !['first', 'after'].every((name) => part.args.some((arg) => arg.name === name)),
      ),
  ],
  [
    'S11',
    'first is a whole number, never null, and 20 when it is left out, unless last may be sent in its place',
    () =>
      offenders(args, ({ part, beside }) => {
        if (part.name !== 'first') return false;
        if (beside.includes('last')) return String(part.type) !== 'Int';
        return !(String(part.type) === 'Int!' && part.defaultValue === 20);
      }),
  ],
  [
    'S12',
    'the size of a page is in no input object, where it would have no price',
    () => offenders(inputs, ({ part }) => ['first', 'last', 'limit', 'take'].includes(part.name)),
  ],
  [
    'S13',
    'a mutation takes ids and one input, or one value',
    () =>
      offenders(
        operations,
        ({ owner, part }) =>
          // They took one value alone at first, and those who call them so must go on.
          owner.name === 'Mutation'
          && !['cancelOrder', 'confirmRefund'].includes(part.name)
          && !(part.args.filter((arg) => !isId(arg)).length <= 1),
      ),
  ],
  [
    'S14',
    'an input object is called input, or filter where a list is narrowed by it',
    () =>
      offenders(args, ({ part, beside }) => {
        const isOfList = beside.includes('first') && part.name === 'filter';
        return isInputObjectType(getNamedType(part.type)) && part.name !== 'input' && !isOfList;
      }),
  ],
  [
    'S15',
    'there is no scalar that may be anything',
    () =>
      types
        .filter(isScalarType)
        .map(({ name }) => name)
        .filter((name) => !SCALARS.includes(name)),
  ],
  [
    'S16',
    'fields and arguments are camelCase',
    () => [...fields, ...args, ...inputs].filter(({ part }) => !/^[a-z][a-zA-Z0-9]*$/.test(part.name)).map(({ at }) => at),
  ],
  ['S17', 'types are PascalCase', () => types.map(({ name }) => name).filter((name) => !/^[A-Z][a-zA-Z0-9]*$/.test(name))],
  [
    'S18',
    'enum values are UPPER_CASE',
    () =>
      types.filter(isEnumType).flatMap((type) =>
        type
          .getValues()
          .map(({ name }) => name)
          .filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name)),
      ),
  ],
  [
    'S19',
    'ids are of type ID',
    () =>
      [...fields, ...args, ...inputs]
        .filter(({ part }) => part.name === 'id' && getNamedType(part.type).name !== 'ID')
        .map(({ at }) => at),
  ],
  ['S20', 'every operation declares its roles and says them', () => offenders(operations, ({ part }) => !saysItsRoles(part))],
  [
    'S21',
    'PUBLIC stands alone',
    () => offenders(operations, ({ part }) => rolesOf(part).includes('PUBLIC') && rolesOf(part).length > 1),
  ],
  [
    'S22',
    'a mutation answers an object that is there',
    () =>
      offenders(
        operations,
        ({ owner, part }) => owner.name === 'Mutation' && !(isNonNullType(part.type) && isObjectType(part.type.ofType)),
      ),
  ],
  [
    'S23',
    'what an input says of itself ends in Input',
    () =>
      types
        .filter(isInputObjectType)
        .map(({ name }) => name)
        .filter((name) => !name.endsWith('Input')),
  ],
  [
    'S24',
    'every operation declares its error codes, each once, and says them',
    () =>
      offenders(operations, ({ part }) => {
        const codes = declaredCodes(part);
        const sentence = errorsSentence(part);
        return !codes || new Set(codes).size < codes.length || !part.description?.endsWith(sentence && `\n\n${sentence}`);
      }),
  ],
];

describe('the schema', () => {
  it('is one that GraphQL allows, which no start checks', () => {
    expect(validateSchema(schema)).toEqual([]);
  });

  it('is the one in schema.graphql', async () => {
    await expect(sdl(schema)).toMatchFileSnapshot(path.join(import.meta.dirname, '..', 'schema.graphql'));
  });

  it("has the error codes of the client's table", async () => {
    const file = path.join(import.meta.dirname, '..', 'src', 'generated', 'client', 'operation-errors.ts');
    const rows = [...(await readFile(file, 'utf8')).matchAll(/^ {2}(\w+): (.+);$/gm)];
    const table = Object.fromEntries(
      rows.map(([, name, union]) => [name, [...union!.matchAll(/'(\w+)'/g)].map(([, code]) => code)]),
    );
    const expected: Record<string, string[]> = {};
    for (const root of ROOTS)
      for (const field of Object.values((schema.getType(root) as GraphQLObjectType).getFields())) {
        const codes = [...(declaredCodes(field) ?? []), ...(root === 'Subscription' ? ['RATE_LIMITED'] : [])];
        expected[field.name] = [...new Set([...(expected[field.name] ?? []), ...codes])];
      }
    expect(table).toEqual(expected);
  });

  it('has the parts that the rules are about', () => {
    expect(operations.length).toBeGreaterThan(20);
    expect([fields, args, inputs].map((members) => members.length > 20)).toEqual([true, true, true]);
    expect(types.filter(isConnection).length).toBeGreaterThan(2);
    for (const root of ROOTS) expect((schema.getType(root) as GraphQLObjectType).name).toBe(root);
  });

  it.each(RULES)('%s: %s', (_id, _rule, broken) => {
    expect(broken()).toEqual([]);
  });
});

function isSentence(text: string | null | undefined): boolean {
  return text != null && /[\w)"`%]\.$/.test(text.trim());
}

function isBounded({ type, description }: GraphQLField<unknown, unknown>): boolean {
  return isEnumType(getNamedType(type)) || /\bat most [\d,]+\b/.test(description ?? '');
}

function isId(arg: GraphQLArgument): boolean {
  return getNamedType(arg.type).name === 'ID';
}

function hasFields(type: GraphQLNamedType, names: string[]): boolean {
  return isObjectType(type) && names.every((name) => name in type.getFields());
}

function rolesOf(field: GraphQLField<unknown, unknown>): OperationRole[] {
  return (field.extensions.roles as OperationRole[] | undefined) ?? [];
}

function saysItsRoles(field: GraphQLField<unknown, unknown>): boolean {
  const roles = rolesOf(field);
  const sentence = [rolesSentence(roles, OPERATOR_RIGHTS.get(field.name) ?? []), errorsSentence(field)].join('\n\n').trim();
  return roles.length > 0 && field.description?.endsWith(`\n\n${sentence}`) === true;
}
