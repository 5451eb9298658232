import { getNamedType, isLeafType, isObjectType, type GraphQLField, type GraphQLOutputType } from 'graphql';

/** How far below the items of a list. */
const DEPTH = 2;

/** A selection of all there is to ask of a list: its count, its page, and every field of its items that needs no argument. */
export function everyFieldOf(list: GraphQLOutputType): string {
  const type = getNamedType(list);
  if (!isObjectType(type)) return '';
  const { nodes } = type.getFields();
  if (!nodes) return fieldsOf(type, DEPTH);
  return `{ totalCount pageInfo { endCursor hasNextPage } nodes ${isLeafType(getNamedType(nodes.type)) ? '' : fieldsOf(nodes.type, DEPTH)} }`;
}

function fieldsOf(output: GraphQLOutputType, depth: number): string {
  const type = getNamedType(output);
  if (!isObjectType(type)) return '';
  return `{ ${Object.values(type.getFields())
    .flatMap((field) => fieldOf(field, depth))
    .join(' ')} }`;
}

function fieldOf({ name, type }: GraphQLField<unknown, unknown>, depth: number): string[] {
  const named = getNamedType(type);
  if (isLeafType(named)) return [name];
  if (depth === 0) return [];
  const nodes = isObjectType(named) && named.name.endsWith('Connection') ? named.getFields().nodes : undefined;
  if (!nodes) return [`${name} ${fieldsOf(type, depth - 1)}`];
  const below = isLeafType(getNamedType(nodes.type)) ? '' : fieldsOf(nodes.type, depth - 1);
  return [`${name}(first: 2) { totalCount nodes ${below} }`];
}
