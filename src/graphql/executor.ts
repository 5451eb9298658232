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
import type { App, Context } from '../context.js';
import { DomainError, ERROR_CODES } from '../platform/domain-error.js';
import type { Step } from '../platform/tracer.js';
import { createCompiledOperations } from './compiled-operations.js';
import { checkOperation, variablesError } from './check-operation.js';
import { aboutRequest, asGraphqlError, codeOf, formatErrors, reportErrors, retryAfterSeconds } from './format-error.js';
import { LIMITS } from './limits.js';
import type { Operation } from './operation.js';
import type { OperationRole } from './roles.js';
import { RootOutcome } from './root-outcome.js';
import { rootFieldsOf } from './selected-fields.js';

/** What an operation came to, ready to be sent. */
export interface OperationAnswer {
  result: FormattedExecutionResult;
  /** The HTTP status when it was refused whole. A failing field never changes it: its neighbours have data. */
  status: number;
  /** When it may help to ask again, for the header that says so. */
  retryAfterSeconds?: number | undefined;
  /** The errors as they were thrown. */
  errors?: readonly GraphQLError[];
  /** What Apollo's plugins add to the headers of HTTP. */
  headers?: Iterable<[string, string]>;
}

/** How an operation came, for Apollo's plugins. */
export interface Via {
  /** Apollo's own context of it, when it came through Apollo: which has called most of the hooks. */
  apollo?: GraphQLRequestContext<Context>;
  http?: () => HTTPGraphQLRequest;
}

/** The one way an operation is run, whichever transport it came by. */
export interface Executor {
  /**
   * Holds it against the limits, runs it, masks, counts and logs its errors, measures it and, at `debug`, writes a line for it.
   * Never rejects: what is not expected is INTERNAL_SERVER_ERROR. Names are the schema's, never a caller's; variables are in no line.
   */
  run(operation: Operation, context: Context, via?: Via): Promise<OperationAnswer>;
  /** The answer to an operation that is not run because of an error, which it counts and logs. */
  refuse(error: unknown, context: Context): OperationAnswer;
}

/** How an operation is told in a trace: neither its text nor its variables. */
const STEPS = {
  [OperationTypeNode.QUERY]: { attributes: { 'graphql.operation.type': 'query' } },
  [OperationTypeNode.MUTATION]: { attributes: { 'graphql.operation.type': 'mutation' } },
  [OperationTypeNode.SUBSCRIPTION]: { attributes: { 'graphql.operation.type': 'subscription' } },
};
const EXECUTION = { options: { maxCoercionErrors: LIMITS.errors } };

export function createExecutor(options: { app: Pick<App, 'log' | 'metrics' | 'tracer'>; schema: GraphQLSchema }): Executor {
  const { schema } = options;
  const { log, metrics, tracer } = options.app;
  const compiled = createCompiledOperations(schema);

  const execution = async (asked: Operation, context: Context, step: Step): Promise<ExecutionResult> => {
    const { document, operation, variables } = asked;
    const rootValue = operation.operation === OperationTypeNode.MUTATION ? new RootOutcome() : undefined;
    const answer = await compiled.run(asked, context, rootValue);
    // Which errors there are, and what is null because of them, is graphql-js's to say: a query may be asked twice, and a mutation has
    // kept what it came to.
    if (answer && !answer.errors && !rootValue?.failed) return answer;
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

  return {
    async run(asked, context) {
      const { operation } = asked;
      const startedAt = performance.now();
      let cost: number | undefined;
      let result: ExecutionResult;
      let status = 200;
      const name = nameOf(operation);
      try {
        refuseSubscription(operation);
        if (context.tokenProblem && !isPublic(schema, asked)) throw context.tokenProblem;
        cost = checkOperation(schema, asked);
        result = await tracer.step(name, STEPS[operation.operation], (step) => execution(asked, context, step));
        // Without data it never began: variables do not fit.
        if (result.errors && !('data' in result)) throw variablesError(schema, asked, result.errors);
      } catch (error) {
        result = { errors: [asGraphqlError(error)] };
        status = statusOf(error);
      }

      const ms = performance.now() - startedAt;
      metrics.operationEnded(name, ms / 1000);
      const { errors } = result;
      const answer = answerOf(result, status, context);
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

function refuseSubscription({ operation }: OperationDefinitionNode): void {
  if (operation !== OperationTypeNode.SUBSCRIPTION) return;
  throw new DomainError('BAD_USER_INPUT', 'Subscriptions are served over WebSocket at this address (graphql-transport-ws).');
}

/** The called operation as the schema names it, so that there are as many names as the schema has. */
function nameOf(operation: OperationDefinitionNode): string {
  const [only, ...others] = operation.selectionSet.selections;
  return others.length === 0 && only?.kind === Kind.FIELD ? only.name.value : 'several';
}

/** Whether anyone may call all that is asked: every field of the operation is PUBLIC, or introspection. */
function isPublic(schema: GraphQLSchema, asked: Operation): boolean {
  const fields = schema.getRootType(asked.operation.operation)?.getFields();
  return [...rootFieldsOf(asked)].every((name) => {
    const roles = fields?.[name]?.extensions.roles as OperationRole[] | undefined;
    return name.startsWith('__') || roles?.includes('PUBLIC');
  });
}
