import type { GraphQLRequestContext, HTTPGraphQLRequest } from '@apollo/server';
import {
  execute,
  Kind,
  OperationTypeNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { App, Context, SharedReads } from '../context.js';
import { DomainError, refuse } from '../platform/domain-error.js';
import { ERROR_CODES } from '../platform/error-codes.js';
import { rateHeaders } from '../platform/http/rate-headers.js';
import type { RateState } from '../platform/rate-limits.js';
import type { Step } from '../platform/tracer.js';
import { createCompiledOperations } from './compiled-operations.js';
import { checkOperation, variablesError } from './check-operation.js';
import { knownCost } from './cost.js';
import { aboutRequest, asGraphqlError, codeOf, formatErrors, reportErrors, retryAfterSeconds } from './format-error.js';
import { createKeptAnswers } from './kept-answers.js';
import { LIMITS } from './limits.js';
import type { Operation } from './operation.js';
import type { OperationRole } from './roles.js';
import { refuseBeforeEnrolment } from './enrolment.js';
import { CHECK, limitedCalls, weightOf } from './limited.js';
import { RootOutcome } from './root-outcome.js';
import { rootFieldsOf } from './selected-fields.js';

export interface OperationAnswer {
  result: FormattedExecutionResult;
  /** Only an operation that is refused as a whole has another than 200. */
  status: number;
  retryAfterSeconds?: number | undefined;
  errors?: readonly GraphQLError[];
  headers?: Iterable<[string, string]>;
}

/** How an operation came, for Apollo's plugins. */
export interface Via {
  apollo?: GraphQLRequestContext<Context>;
  http?: () => HTTPGraphQLRequest;
  /** Of our own pages, whose answers are shared: no caller's limit is for it. */
  isOurs?: true;
}

export interface Executor {
  /** Never rejects. Log lines and metrics have names of the schema only, and no variables. */
  run(operation: Operation, context: Context, via?: Via): Promise<OperationAnswer>;
  refuse(error: unknown, context: Context): OperationAnswer;
}

/** Spans of a trace have neither the text nor the variables. */
const STEPS = {
  [OperationTypeNode.QUERY]: { attributes: { 'graphql.operation.type': 'query' } },
  [OperationTypeNode.MUTATION]: { attributes: { 'graphql.operation.type': 'mutation' } },
  [OperationTypeNode.SUBSCRIPTION]: { attributes: { 'graphql.operation.type': 'subscription' } },
};
const EXECUTION = { options: { maxCoercionErrors: LIMITS.errors } };

export function createExecutor(options: {
  app: Pick<App, 'log' | 'metrics' | 'tracer' | 'rateLimits' | 'features'>;
  schema: GraphQLSchema;
  /** By plugins: no answer is kept then. */
  answersAreChanged?: boolean;
}): Executor {
  const { schema, answersAreChanged = false } = options;
  const { log, metrics, tracer, rateLimits, features } = options.app;
  const compiled = createCompiledOperations(schema);
  const kept = createKeptAnswers(
    answersAreChanged ? {} : (Object.assign({}, ...features.map(({ sharedReads }) => sharedReads)) as SharedReads),
  );

  const execution = async (asked: Operation, context: Context, step: Step): Promise<ExecutionResult> => {
    const { document, operation, variables } = asked;
    const rootValue = operation.operation === OperationTypeNode.MUTATION ? new RootOutcome() : undefined;
    const answer = await kept.run(asked, context, (seen) => compiled.run(asked, seen, rootValue));
    if (answer && !answer.errors && !rootValue?.failed) return answer;
    if (answer?.errors?.every(isUnavailable)) {
      step.failed(codeOf(answer.errors[0]!));
      return answer;
    }
    // graphql-js executes again, to write the errors. A mutation has kept its result in `rootValue`.
    const result = await execute({
      ...EXECUTION,
      schema,
      document,
      operationName: operation.name?.value,
      rootValue: rootValue?.isKnown ? rootValue : undefined,
      variableValues: variables,
      contextValue: context,
    });
    const [error] = result.errors ?? [];
    if (error) step.failed(codeOf(error));
    return result;
  };

  const answerOf = ({ data, errors }: ExecutionResult, status: number, context: Context): OperationAnswer => {
    if (!errors) return { result: { data }, status };
    reportErrors({ log, metrics }, errors, context);
    const result = { errors: formatErrors(errors, context), ...(data !== undefined && { data }) };
    return { result, status, retryAfterSeconds: retryAfterSeconds(errors), errors };
  };

  /** Of an operation that is refused before it is counted. */
  const countedRefusal = (refusal: unknown, context: Context, told: RateState[]): unknown => {
    try {
      rateLimits.take(context, { kind: 'cost', amount: CHECK, told });
      return refusal;
    } catch (limited) {
      return limited;
    }
  };

  return {
    async run(asked, context, via = {}) {
      const { operation } = asked;
      const startedAt = performance.now();
      let cost: number | undefined;
      let result: ExecutionResult;
      let status = 200;
      const told: RateState[] = [];
      const name = nameOf(operation);
      try {
        refuseSubscription(operation);
        if (context.tokenProblem && !isPublic(schema, asked)) throw context.tokenProblem;
        refuseBeforeEnrolment(schema, asked, context);
        if (!via.isOurs && knownCost(asked) === undefined) rateLimits.take(context, { kind: 'cost', amount: CHECK, told });
        cost = checkOperation(schema, asked);
        if (!via.isOurs) {
          rateLimits.take(context, { kind: 'cost', amount: weightOf(cost, operation), told });
          for (const [kind, amount] of limitedCalls(asked, schema.getRootType(operation.operation)))
            rateLimits.take(context, { kind, amount, told });
        }
        result = await tracer.step(name, STEPS[operation.operation], (step) => execution(asked, context, step));
        // No data at all: the variables do not fit.
        if (result.errors && !('data' in result)) throw variablesError(schema, asked, result.errors);
      } catch (error) {
        const refusal = told.length > 0 || via.isOurs ? error : countedRefusal(error, context, told);
        result = { errors: [asGraphqlError(refusal)] };
        status = statusOf(refusal);
      }

      const ms = performance.now() - startedAt;
      metrics.operationEnded(name, ms / 1000);
      const { errors } = result;
      const answer = { ...answerOf(result, status, context), headers: rateHeaders(told) };
      if (log.isLevelEnabled('debug')) {
        const code = errors?.[0] && codeOf(errors[0]);
        log.debug({ operation: name, ms: Number(ms.toFixed(2)), cost, code, ...aboutRequest(context) }, 'operation');
      }
      return answer;
    },
    refuse: (error, context) => answerOf({ errors: [asGraphqlError(error)] }, statusOf(error), context),
  };
}

function statusOf(error: unknown): number {
  return error instanceof DomainError ? ERROR_CODES[error.code].status : 500;
}

/** It has waited for the database as long as a caller may wait: again would be twice as long. */
function isUnavailable(error: GraphQLError): boolean {
  return codeOf(error) === 'UNAVAILABLE';
}

function refuseSubscription({ operation }: OperationDefinitionNode): void {
  if (operation !== OperationTypeNode.SUBSCRIPTION) return;
  throw refuse('graphql.subscribeByWebSocket');
}

/** A name of the schema, so that metrics have only so many labels. */
function nameOf(operation: OperationDefinitionNode): string {
  const [only, ...others] = operation.selectionSet.selections;
  return others.length === 0 && only?.kind === Kind.FIELD ? only.name.value : 'several';
}

function isPublic(schema: GraphQLSchema, asked: Operation): boolean {
  const fields = schema.getRootType(asked.operation.operation)?.getFields();
  return [...rootFieldsOf(asked)].every((name) => {
    const roles = fields?.[name]?.extensions.roles as OperationRole[] | undefined;
    return name.startsWith('__') || roles?.includes('PUBLIC');
  });
}
