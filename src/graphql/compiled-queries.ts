import { OperationTypeNode, type ExecutionResult, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import type { Context } from '../context.js';
import type { MaybePromise } from '../platform/maybe-promise.js';
import type { Operation } from './operation.js';

/**
 * Queries that are asked again and again, as code of their own instead of a walk through their documents. Beside a build without it, in
 * one run of `npm run bench reads -- --against`: 1.7 times as many raffle pages, 1.2 times the lists of a buyer's or a raffle's orders,
 * 1.2 to 1.5 times REST's.
 */
export interface CompiledQueries {
  /** Runs a query that was seen before. Undefined for any other operation. An answer with errors is for graphql-js to make. */
  run(asked: Operation, context: Context): MaybePromise<ExecutionResult> | undefined;
}

/** The first time costs nothing: whoever sends a new document each time has none compiled. */
const SEEN = 'seen';
const NOT_POSSIBLE = 'not possible';
type State = typeof SEEN | typeof NOT_POSSIBLE | CompiledQuery;

export function createCompiledQueries(schema: GraphQLSchema): CompiledQueries {
  // By the operation of a kept document: what is not kept is forgotten here too.
  const states = new WeakMap<OperationDefinitionNode, State>();

  const compiled = ({ document, operation }: Operation): CompiledQuery | undefined => {
    if (operation.operation !== OperationTypeNode.QUERY) return undefined;
    let state = states.get(operation);
    if (state === undefined || state === SEEN) {
      state = state === undefined ? SEEN : compile(schema, document, operation.name?.value);
      states.set(operation, state);
    }
    return typeof state === 'string' ? undefined : state;
  };

  return {
    run: (asked, context) => compiled(asked)?.query(undefined, context, asked.variables),
  };
}

function compile(schema: GraphQLSchema, document: Operation['document'], name: string | undefined): State {
  const query = compileQuery(schema, document, name, {
    // Without it a fragment that is spread twice under other conditions is answered wrongly.
    useExperimentalPathBasedSkipInclude: true,
  });
  return isCompiledQuery(query) ? query : NOT_POSSIBLE;
}
