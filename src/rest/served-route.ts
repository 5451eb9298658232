import {
  getNamedType,
  getNullableType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  parse,
  type DocumentNode,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { OperationRole } from '../graphql/roles.js';
import { needsToken, readsQuery, type Route, type Selection } from './route.js';

export interface ServedRoute extends Route {
  schemaField: GraphQLField<unknown, unknown>;
  /** Made at the first call: building all of them at start would cost about 15 ms. */
  document(): { document: DocumentNode; operation: OperationDefinitionNode };
  variables: ReadonlyMap<string, Variable>;
  parameters: readonly string[];
  isForAnyone: boolean;
  /** The answer of the route, from the data of the operation. Null becomes 404, unless the status is 204. */
  shape(data: unknown): unknown;
}

export interface Variable {
  type: string;
  /** The argument or input field that takes it. Undefined for `total`, which asks for the count of a list. */
  to: GraphQLArgument | GraphQLInputField | undefined;
  input: { argument: string; type: GraphQLInputObjectType } | undefined;
}

const PUBLIC_PREFIX = '/public';

export function publicPath(path: string): string {
  return `${PUBLIC_PREFIX}${path}`;
}

export function isPublicPath(path: string): boolean {
  return path.startsWith(`${PUBLIC_PREFIX}/`);
}

/** The rows with their documents. PUBLIC ones of `/v1` are served under `/public/v1` too, where no token is needed. */
export function serveRoutes(schema: GraphQLSchema, rows: readonly Route[]): ServedRoute[] {
  const served = rows.map((row) => servedRoute(schema, row));
  const forAnyone = served.filter((route) => needsToken(route.path) && route.isForAnyone);
  return [...served, ...forAnyone.map((route) => ({ ...route, path: publicPath(route.path) }))];
}

function servedRoute(schema: GraphQLSchema, row: Route): ServedRoute {
  const kind = row.method === 'GET' ? 'query' : 'mutation';
  const schemaField = (kind === 'query' ? schema.getQueryType() : schema.getMutationType())?.getFields()[row.field];
  if (!schemaField) throw new Error(`${row.method} ${row.path} asks for ${row.field}, which is no ${kind}`);
  const parameters = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);
  const variables = variablesOf(row, schemaField, parameters);
  let made: ReturnType<ServedRoute['document']> | undefined;
  const shapeRecord = shapeOf(schemaField.type);
  return {
    ...row,
    schemaField,
    document: () => (made ??= documentOf(row, schemaField, variables)),
    variables,
    parameters,
    isForAnyone: (schemaField.extensions.roles as readonly OperationRole[]).includes('PUBLIC'),
    shape: (data) => {
      const record = (data as Record<string, unknown>)[row.field];
      return shapeRecord(row.part === undefined ? record : (record as Record<string, unknown> | null)?.[row.part]);
    },
  };
}

function documentOf(
  row: Route,
  { type }: GraphQLField<unknown, unknown>,
  variables: ReadonlyMap<string, Variable>,
): ReturnType<ServedRoute['document']> {
  const kind = row.method === 'GET' ? 'query' : 'mutation';
  const selected = row.part === undefined ? row : { only: [], with: { [row.part]: row } };
  const selection = selectionOf(type, selected, variables.has('before'));
  const text = `${kind} ${row.name}${inBrackets(declared(variables))} { ${row.field}${inBrackets(given(variables))} ${selection} }`;
  const document = parse(text, { noLocation: true });
  return { document, operation: document.definitions[0] as OperationDefinitionNode };
}

function variablesOf(row: Route, { args, type }: GraphQLField<unknown, unknown>, parameters: readonly string[]) {
  const input = spreadInput(row, args, parameters);
  const all = new Map<string, Variable>();
  for (const to of Object.values(input?.type.getFields() ?? {})) all.set(to.name, { to, input, type: typeOf(to) });
  // Where an argument and a field of the input have one name, the input takes the value.
  for (const to of args) {
    if (to.name !== input?.argument && !all.has(to.name)) all.set(to.name, { to, input: undefined, type: typeOf(to) });
  }

  const variables = new Map<string, Variable>();
  for (const name of parameters) {
    const taken = all.has(name) ? name : 'id';
    const variable = all.get(taken);
    if (!variable) throw new Error(`${row.method} ${row.path} gives ${name} to no argument of ${row.field}`);
    variables.set(name, { ...variable, type: required(variable.type) });
    all.delete(taken);
  }
  for (const [name, variable] of all) {
    if (row.takes?.includes(`${name}!`)) variables.set(name, { ...variable, type: required(variable.type) });
    else if (!row.takes || row.takes.includes(name)) variables.set(name, variable);
  }
  if (isConnection(type)) variables.set('total', { to: undefined, input: undefined, type: 'Boolean' });
  return variables;
}

/** The input whose fields become variables: a query string has no objects, and a path may have one of the fields. */
function spreadInput(row: Route, args: readonly GraphQLArgument[], parameters: readonly string[]): Variable['input'] {
  const named = (name: string) => args.some((argument) => argument.name === name);
  for (const { name: argument, type: argumentType } of args) {
    const type = getNamedType(argumentType);
    if (!isInputObjectType(type)) continue;
    const fields = type.getFields();
    if (readsQuery(row) || parameters.some((name) => !named(name) && fields[name])) return { argument, type };
  }
  return undefined;
}

function typeOf({ type, defaultValue }: GraphQLArgument | GraphQLInputField): string {
  return String(defaultValue === undefined ? type : getNullableType(type));
}

function required(type: string): string {
  return type.endsWith('!') ? type : `${type}!`;
}

function declared(variables: ReadonlyMap<string, Variable>): string[] {
  return [...variables].map(([name, { type, to }]) => `$${name}: ${type}${to ? '' : ' = false'}`);
}

function given(variables: ReadonlyMap<string, Variable>): string[] {
  const each = [...variables].filter(([, { to }]) => to);
  const written = (chosen: typeof each) => chosen.map(([name, { to }]) => `${to?.name}: $${name}`);
  const spread = each.filter(([, { input }]) => input);
  const [argument] = spread.map(([, { input }]) => input?.argument);
  return [
    ...(argument === undefined ? [] : [`${argument}: { ${written(spread).join(', ')} }`]),
    ...written(each.filter(([, { input }]) => !input)),
  ];
}

function inBrackets(parts: readonly string[]): string {
  return parts.length > 0 ? `(${parts.join(', ')})` : '';
}

function isConnection(type: GraphQLOutputType): boolean {
  return getNamedType(type).name.endsWith('Connection');
}

function selectionOf(type: GraphQLOutputType, selection: Selection, isReadBackwards = false): string {
  const record = getNamedType(type);
  if (!isObjectType(record)) return '';
  const fields = record.getFields();
  if (isConnection(type)) {
    const pageInfo = isReadBackwards ? 'hasNextPage hasPreviousPage startCursor endCursor' : 'hasNextPage endCursor';
    const nodes = selectionOf(fields.nodes!.type, selection);
    return `{ nodes ${nodes} pageInfo { ${pageInfo} } totalCount @include(if: $total) }`;
  }
  const { only, without = [], with: within = {} } = selection;
  const unknown = [...(only ?? []), ...without, ...Object.keys(within)].filter((name) => !fields[name]);
  if (unknown.length > 0) throw new Error(`${record.name} has no ${unknown.join(', ')}`);
  const leaves = Object.values(fields).filter(({ type: of, name }) => isLeafType(getNamedType(of)) && !without.includes(name));
  const names = only
    ? [...only, ...Object.keys(within)]
    : Object.keys(fields).filter((name) => within[name] || leaves.includes(fields[name]!));
  return `{ ${names.map((name) => `${name} ${within[name] ? selectionOf(fields[name]!.type, within[name]) : ''}`).join(' ')} }`;
}

export const NUMERIC_IDS: ReadonlySet<string> = new Set(['Order']);

function shapeOf(type: GraphQLOutputType): (value: any) => unknown {
  const bare = getNullableType(type);
  const named = getNamedType(type);
  if (isConnection(type)) {
    const shapeNodes = shapeOf((named as GraphQLObjectType).getFields().nodes!.type);
    return ({ nodes, pageInfo, totalCount }) => ({ data: shapeNodes(nodes), pageInfo, totalCount });
  }
  if (!NUMERIC_IDS.has(named.name)) return (value) => value;
  if (isListType(bare)) return (records: { id: string }[]) => records.map(withNumericId);
  return (record: { id: string } | null) => record && withNumericId(record);
}

function withNumericId(record: { id: string }): object {
  return { ...record, id: Number(record.id) };
}
