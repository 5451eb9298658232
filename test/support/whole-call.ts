import { getNamedType, isLeafType, type GraphQLField } from 'graphql';
import type { schema as Schema } from '../../src/schema.js';

export interface RootField {
  kind: 'query' | 'mutation' | 'subscription';
  field: GraphQLField<unknown, unknown>;
}

export function rootFieldsOf(schema: typeof Schema): RootField[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([kind, type]) => Object.values(type?.getFields() ?? {}).map((field) => ({ kind, field })));
}

/** A document that calls one field with the arguments of which there are values, as variables of their names. */
export function documentOf({ kind, field }: RootField, values: Record<string, unknown>, selection?: string): string {
  const passed = field.args.filter(({ name }) => name in values);
  const variables = passed.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const args = passed.map(({ name }) => `${name}: $${name}`).join(', ');
  const selected = isLeafType(getNamedType(field.type)) ? '' : (selection ?? '{ __typename }');
  return `${kind} ${variables && `(${variables})`} { ${field.name}${args && `(${args})`} ${selected} }`;
}
