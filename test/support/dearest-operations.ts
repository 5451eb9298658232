import {
  getNamedType,
  getOperationAST,
  GraphQLError,
  isObjectType,
  parse,
  validate,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
} from 'graphql';
import { costOf } from '../../src/graphql/cost.js';
import { LIMITS } from '../../src/graphql/limits.js';
import { sizeRule } from '../../src/graphql/size-rule.js';
import { schema } from '../../src/schema.js';

type Field = GraphQLField<unknown, unknown>;

/** A selection of a type's fields, and what stands around it from the root on. */
interface Way {
  type: GraphQLObjectType;
  root: string;
  rootArgs: Record<string, unknown>;
  before: string;
  behind: string;
  depth: number;
}

export interface DearOperation {
  /** How it is filled, and with which field. */
  name: string;
  root: string;
  query: string;
}

const LARGEST_PAGE = 100;
/** More than fit a document of a thousand tokens. */
const MOST_NAMES = 400;

/**
 * For every field that queries reach, the operations that fill the limit with it: under as many names as fit, of one page as large
 * as it may be, and of ten where it is an object to be made or has no pages. `args` says what each root field is called with, but for
 * the size of its page; undefined for one that is left out.
 */
export function dearestOperations(args: (root: string) => Record<string, unknown> | undefined): DearOperation[] {
  const ways = new Map<string, Way>();
  for (const { name: root, type, args: taken } of Object.values(schema.getQueryType()?.getFields() ?? {})) {
    const values = args(root);
    if (!values) continue;
    const all: Record<string, unknown> = { ...values, first: LARGEST_PAGE };
    const rootArgs = Object.fromEntries(taken.flatMap(({ name }) => (name in all ? [[name, all[name]]] : [])));
    for (const found of waysFrom(type, { root, rootArgs, before: '{', behind: '}', depth: 1 }, [])) {
      const known = ways.get(found.type.name);
      if (!known || isDearer(found, known)) ways.set(found.type.name, found);
    }
  }
  return [...ways.values()].flatMap((way) => Object.values(way.type.getFields()).flatMap((field) => fillings(way, field)));
}

function* waysFrom(output: GraphQLOutputType, way: Omit<Way, 'type'>, seen: string[]): Generator<Way> {
  const type = getNamedType(output);
  if (!isObjectType(type) || seen.includes(type.name)) return;
  yield { ...way, type };
  for (const field of Object.values(type.getFields())) {
    const { before, behind, depth } = way;
    const inner = { ...way, before: `${before} ${calledInside(field)} {`, behind: `} ${behind}`, depth: depth + 1 };
    yield* waysFrom(field.type, inner, [...seen, type.name]);
  }
}

function isDearer(way: Way, known: Way): boolean {
  return isPaged(way) === isPaged(known) ? way.depth < known.depth : isPaged(way);
}

function isPaged({ rootArgs }: Way): boolean {
  return 'first' in rootArgs;
}

function fillings(way: Way, field: Field): DearOperation[] {
  const fits = (size: Size): boolean => costOfText(operation(way, field, size)) <= LIMITS.cost;
  const isObject = isObjectType(getNamedType(field.type));
  return (isPaged(way) ? (isObject ? [1, 10] : [1]) : [10]).flatMap((wished) => {
    const page = most(LARGEST_PAGE, (n) => fits({ page: n, calls: 1, names: 1 }));
    const calls = most(wished, (n) => fits({ page, calls: n, names: 1 }));
    const names = most(MOST_NAMES, (n) => fits({ page, calls, names: n }));
    if (names === 0) return [];
    const name = `${calls} times ${way.root} of ${page}, ${names} times ${way.type.name}.${field.name}`;
    return [{ name, root: way.root, query: operation(way, field, { page, calls, names }) }];
  });
}

interface Size {
  /** Items of a page at the root. */
  page: number;
  /** Times that the root field is called. */
  calls: number;
  /** Times that each object is asked for the field. */
  names: number;
}

function operation(way: Way, field: Field, { page, calls, names }: Size): string {
  const args = printed(isPaged(way) ? { ...way.rootArgs, first: page } : way.rootArgs);
  const selection = isObjectType(getNamedType(field.type)) ? '{ __typename }' : '';
  const called = repeat(calls, (n) => `r${n}: ${way.root}${args} ${way.before} ...f ${way.behind}`);
  const fields = repeat(names, (n) => `f${n}: ${calledInside(field)} ${selection}`);
  return `{ ${called} } fragment f on ${way.type.name} { ${fields} }`;
}

/** A field inside another: of a page one item, for the outermost has a hundred. */
function calledInside(field: Field): string {
  return field.args.some(({ name }) => name === 'first') ? `${field.name}(first: 1)` : field.name;
}

function printed(args: Record<string, unknown>): string {
  const passed = Object.entries(args).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return passed.length > 0 ? `(${passed.join(', ')})` : '';
}

export function repeat(count: number, part: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => part(n)).join(' ');
}

/** The largest number up to a bound for which something holds that holds for all below; 0 for none. */
function most(bound: number, holds: (n: number) => boolean): number {
  let [fits, over] = [0, bound + 1];
  while (over - fits > 1) {
    const middle = Math.floor((fits + over) / 2);
    if (holds(middle)) fits = middle;
    else over = middle;
  }
  return fits;
}

/** What an operation costs; too much where another limit ends it before. */
function costOfText(query: string): number {
  try {
    const document = parse(query, { maxTokens: LIMITS.tokens });
    const asked = getOperationAST(document);
    if (!asked || validate(schema, document, [sizeRule]).length > 0) return Infinity;
    return costOf(schema, { document, operation: asked, variables: {} });
  } catch (error) {
    if (error instanceof GraphQLError) return Infinity;
    throw error;
  }
}
