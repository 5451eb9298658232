import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isCompositeType,
  isListType,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { fieldExtensionsEstimator, getComplexity, simpleEstimator, type ComplexityEstimator } from 'graphql-query-complexity';
import { LRUCache } from 'lru-cache';
import { badField } from '../platform/domain-error.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../platform/page.js';
import type { Operation } from './operation.js';

/*
 * The price of a field is the CPU that this process spends on it: one is a value that is there already, some 7 µs at most. What
 * takes more says so with `complexity`, in the same unit, measured at the largest value that it may have.
 * `test/measured-operation-costs.test.ts` fills the limit with each field in turn.
 */

/** What reading a row takes, beside the fields that are asked of it. */
const ROW = 6;
/** What a list that is not paged counts as; one that may be longer says so with `complexity`. */
const LIST_SIZE = 5;
/** What writing takes: a transaction of some statements, or the hash of a password. */
const WRITE = 2_400;

/** The price of a page: `first` or `last` times its node and what reading that takes, whatever else is wrong with them. */
export function pageOfRows(row: number): ComplexityEstimator {
  return ({ args, childComplexity }) => {
    const sizes = [args.first, args.last].filter((size) => typeof size === 'number');
    const size = sizes.length > 0 ? Math.max(...sizes) : DEFAULT_PAGE_SIZE;
    return Math.min(Math.max(1, size), MAX_PAGE_SIZE) * (row + Math.max(1, childComplexity));
  };
}

/** The price of a list that is not paged and may hold so many items. */
export function listOf(size: number): ComplexityEstimator {
  return ({ childComplexity }) => size * Math.max(1, childComplexity);
}

const page = pageOfRows(ROW);
const pageEstimator: ComplexityEstimator = (options) =>
  options.field.args.some((arg) => arg.name === 'first') ? page(options) : undefined;

/** The lists of a connection are counted by the connection's own field. */
const listEstimator: ComplexityEstimator = ({ type, childComplexity, field }) => {
  if (type.name.endsWith('Connection') || !isListType(getNullableType(field.type))) return undefined;
  return isCompositeType(getNamedType(field.type)) ? LIST_SIZE * Math.max(1, childComplexity) : undefined;
};

const writeEstimator: ComplexityEstimator = ({ type, childComplexity }) =>
  type.name === 'Mutation' ? WRITE + childComplexity : undefined;

/** About what the lists of introspection hold in a schema of this kind; fixed, so that prices do not move as it grows. */
const INTROSPECTION_SIZES: Record<string, number> = { types: 50, fields: 15, inputFields: 15, args: 2 };
/** Introspection is answered from memory: so many of its fields cost one. The query that IDEs send takes half of the limit. */
const INTROSPECTION_FIELDS_FOR_ONE = 12;
/** Some sentences take as long as so many names. */
const INTROSPECTION_DESCRIPTION = 4;

const introspectionEstimator: ComplexityEstimator = ({ type, childComplexity, field }) => {
  if (field.name === '__typename') return 1;
  if (field.name === '__schema' || field.name === '__type') return 1 + childComplexity / INTROSPECTION_FIELDS_FOR_ONE;
  if (type.name.startsWith('__') && field.name === 'description') return INTROSPECTION_DESCRIPTION;
  if (!type.name.startsWith('__') || !isListType(getNullableType(field.type))) return undefined;
  return (INTROSPECTION_SIZES[field.name] ?? 5) * Math.max(1, childComplexity);
};

const estimators = [
  introspectionEstimator,
  fieldExtensionsEstimator(),
  writeEstimator,
  pageEstimator,
  listEstimator,
  simpleEstimator({ defaultComplexity: 1 }),
];

const COSTS_KEPT_A_DOCUMENT = 100;
/** Operations of very many variables are priced anew each time. */
const KEPT_LENGTH = 200;
const costs = new WeakMap<DocumentNode, LRUCache<string, number>>();

/** What `costOf` said of the same before. */
export function knownCost(asked: Operation): number | undefined {
  return costs.get(asked.document)?.get(keyOf(asked));
}

/**
 * What an operation costs at most, its variables fitting their types. Throws BAD_USER_INPUT when an argument is null
 * that must not be. It depends on the document and on its numbers, booleans and nulls only (sizes of pages, `@include`), and
 * is kept for them.
 */
export function costOf(schema: GraphQLSchema, asked: Operation): number {
  const cost = compute(schema, asked);
  const key = keyOf(asked);
  if (key.length > KEPT_LENGTH) return cost;
  const kept = costs.get(asked.document) ?? new LRUCache<string, number>({ max: COSTS_KEPT_A_DOCUMENT });
  costs.set(asked.document, kept);
  kept.set(key, cost);
  return cost;
}

function keyOf({ operation, variables }: Operation): string {
  const values = operation.variableDefinitions?.map(({ variable }) => decisive(variables[variable.name.value])) ?? [];
  return [operation.name?.value, ...values].join();
}

function decisive(value: unknown): string {
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : '';
}

function compute(schema: GraphQLSchema, { document, operation, variables }: Operation): number {
  try {
    return Math.ceil(getComplexity({ schema, query: document, operationName: operation.name?.value, variables, estimators }));
  } catch (error) {
    const argument = error instanceof GraphQLError && /^Argument "(\w+)" /.exec(error.message)?.[1];
    throw argument ? badField(argument, 'must not be null') : error;
  }
}
