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
import { refuseField } from '../platform/domain-error.js';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../platform/page.js';
import { missingArgument } from './graphql-js-messages.js';
import type { Operation } from './operation.js';

/*
 * The cost of a field is CPU of this process. One is a value that is there already, at most 7 µs; fields that take more say
 * so with `complexity`, measured at their largest value. `test/measured-operation-costs.test.ts` fills the limit with each field.
 */

/** Reading a row, without its fields. */
const ROW = 6;
/** A list that is not paged; a longer one says so with `complexity`. */
const LIST_SIZE = 5;
/** A transaction of some statements, or the hash of a password. */
export const WRITE = 2_400;

export function pageOfRows(row: number): ComplexityEstimator {
  return ({ args, childComplexity }) => {
    const sizes = [args.first, args.last].filter((size) => typeof size === 'number');
    const size = sizes.length > 0 ? Math.max(...sizes) : DEFAULT_PAGE_SIZE;
    return Math.min(Math.max(1, size), MAX_PAGE_SIZE) * (row + Math.max(1, childComplexity));
  };
}

export function listOf(size: number): ComplexityEstimator {
  return ({ childComplexity }) => size * Math.max(1, childComplexity);
}

const page = pageOfRows(ROW);
const pageEstimator: ComplexityEstimator = (options) =>
  options.field.args.some((arg) => arg.name === 'first') ? page(options) : undefined;

/** The connection's own field counts the items. */
const listEstimator: ComplexityEstimator = ({ type, childComplexity, field }) => {
  if (type.name.endsWith('Connection') || !isListType(getNullableType(field.type))) return undefined;
  return isCompositeType(getNamedType(field.type)) ? LIST_SIZE * Math.max(1, childComplexity) : undefined;
};

const writeEstimator: ComplexityEstimator = ({ type, childComplexity }) =>
  type.name === 'Mutation' ? WRITE + childComplexity : undefined;

/** Fixed, so that costs do not change as the schema grows. */
const INTROSPECTION_SIZES: Record<string, number> = { types: 50, fields: 15, inputFields: 15, args: 2 };
/** Introspection is answered from memory. The query that IDEs send takes half of the limit. */
const INTROSPECTION_FIELDS_FOR_ONE = 12;
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
/** With more variables the cost is computed each time. */
const KEPT_LENGTH = 200;
const costs = new WeakMap<DocumentNode, LRUCache<string, number>>();

export function knownCost(asked: Operation): number | undefined {
  return costs.get(asked.document)?.get(keyOf(asked));
}

/** The highest cost of an operation whose variables fit their types, by the document and the numbers, booleans and nulls in them. */
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
    const argument = error instanceof GraphQLError && missingArgument(error);
    throw argument ? refuseField(argument, 'platform.notNull') : error;
  }
}
