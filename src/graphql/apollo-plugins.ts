import {
  HeaderMap,
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestListener,
  type GraphQLServerContext,
} from '@apollo/server';
import type { GraphQLError } from 'graphql';
import type { Context } from '../context.js';
import { sha256 } from '../platform/crypto.js';
import type { Executor, OperationAnswer, Via } from './executor.js';
import type { Operation } from './operation.js';

export type Plugin = ApolloServerPlugin<Context>;
type Request = GraphQLRequestContext<Context>;
type Hook = 'didResolveSource' | 'didResolveOperation' | 'didEncounterErrors' | 'willSendResponse';

const NO_CACHE_POLICY = { restrict: () => undefined, replace: () => undefined, policyIfCacheable: () => null };

export interface WithPlugins {
  executor: Executor;
  plugins: readonly Plugin[];
  tellErrors(request: Request, errors: readonly GraphQLError[] | undefined): Promise<void>;
}

/**
 * Has every operation of the executor pass Apollo's plugins. Apollo calls their hooks itself up to `responseForOperation` for requests
 * that it parses. Known documents and REST do not come through Apollo: for them all hooks are called here.
 */
export function withPlugins(inner: Executor, plugins: readonly Plugin[]): WithPlugins {
  if (plugins.length === 0) return { executor: inner, plugins, tellErrors: async () => undefined };
  let service: GraphQLServerContext;
  const listeners = new WeakMap<Request, GraphQLRequestListener<Context>[]>();
  const listenersOf = (request: Request): GraphQLRequestListener<Context>[] => listeners.get(request) ?? [];
  const watched = plugins.map((plugin): Plugin => {
    const requestDidStart: Plugin['requestDidStart'] = async (request) => {
      const listener = await plugin.requestDidStart?.(request);
      if (listener) listeners.set(request, [...listenersOf(request), listener]);
      return listener;
    };
    return Object.assign(Object.create(plugin) as Plugin, { requestDidStart });
  });
  const first: Plugin = { serverWillStart: async (started) => void (service = started) };

  const call = async (request: Request, hook: Hook): Promise<void> => {
    await Promise.all(listenersOf(request).map(async (listener) => listener[hook]?.(request as never)));
  };
  const tellErrors: WithPlugins['tellErrors'] = async (request, errors) => {
    if (!errors) return;
    Object.assign(request, { errors });
    await call(request, 'didEncounterErrors');
  };
  const execute = async (request: Request, asked: Operation, context: Context): Promise<OperationAnswer> => {
    const executions = await Promise.all(listenersOf(request).map(async (one) => one.executionDidStart?.(request as never)));
    const answer = await inner.run(asked, context);
    await tellErrors(request, answer.errors);
    for (const execution of executions.reverse()) await execution?.executionDidEnd?.();
    return answer;
  };

  const passAll = async (asked: Operation, context: Context, { http }: Via): Promise<OperationAnswer> => {
    const { document, operation, variables } = asked;
    const source = document.loc?.source.body ?? '';
    const operationName = operation.name?.value ?? null;
    const request: Request = {
      ...service,
      source,
      document,
      operation,
      operationName,
      contextValue: context,
      metrics: {},
      requestIsBatched: false,
      request: { query: source, variables, ...(operationName !== null && { operationName }), ...(http && { http: http() }) },
      response: { http: { headers: new HeaderMap(), status: undefined } },
      queryHash: sha256(source).toString('hex'),
      overallCachePolicy: NO_CACHE_POLICY,
    };
    await Promise.all(watched.map(async (plugin) => plugin.requestDidStart?.(request)));
    await call(request, 'didResolveSource');
    let answer: OperationAnswer | undefined;
    try {
      await call(request, 'didResolveOperation');
      for (const listener of listenersOf(request)) {
        const response = await listener.responseForOperation?.(request as never);
        if (response?.body.kind !== 'single') continue;
        for (const [name, value] of response.http.headers) request.response.http.headers.set(name, value);
        answer = { result: response.body.singleResult, status: response.http.status ?? 200 };
        break;
      }
    } catch (error) {
      answer = inner.refuse(error, context);
      await tellErrors(request, answer.errors);
    }
    answer ??= await execute(request, asked, context);
    const { response } = request;
    response.http.status = answer.status;
    response.body = { kind: 'single', singleResult: answer.result };
    await call(request, 'willSendResponse');
    const { headers, status } = response.http;
    return { ...answer, status: status ?? answer.status, result: response.body.singleResult, headers };
  };

  const executor: Executor = {
    ...inner,
    async run(asked, context, via = {}) {
      if (via.apollo) return execute(via.apollo, asked, context);
      return passAll(asked, context, via).catch((error: unknown) => inner.refuse(error, context));
    },
  };
  return { executor, plugins: [first, ...watched], tellErrors };
}
