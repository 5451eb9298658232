import {
  createSourceEventStream,
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import { CloseCode, makeServer, type Context as Connection, type Server, type SubscribePayload } from 'graphql-ws';
import type { App, Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { networkOf } from '../platform/http/addresses.js';
import { languageOf, type Language } from '../platform/language.js';
import { TOKEN_ENDED, type TokenClaims } from '../platform/tokens.js';
import { checkOperation, checkVariables } from './check-operation.js';
import { mustEnrol } from './enrolment.js';
import type { Documents } from './documents.js';
import { asGraphqlError, codeOf, formatErrors, renderErrors, reportErrors } from './format-error.js';
import { CHECK, weightOfText } from './limited.js';
import { createSharedResults, frameHead, scopeOf } from './shared-results.js';
import { LatestValue } from '../platform/latest-value.js';
import { FrameStream } from './frame-stream.js';

/** RFC 6455, 7.4.1. */
const TRY_AGAIN_LATER = 1013;
const OF_A_CONNECTION = 20;

export interface Peer {
  requestId: string;
  clientAddress: string;
  authorization: string | undefined;
  /** `acceptLanguage` of the connection's parameters comes first. */
  acceptLanguage: string | undefined;
  close(code: number, reason: string): void;
  /** Writes a frame; resolves when the client takes more, or is gone. */
  write(frame: Buffer): void | Promise<void>;
  context?: Context;
  forgetToken?(): void;
  closed?: true;
  subscriptions: Map<SubscribePayload, Subscription>;
}

interface Subscription {
  stream?: FrameStream;
  release(): void;
}

type Params = Record<string, unknown>;

/** graphql-transport-ws, for subscriptions only, with the rules of HTTP. The connection ends when its token does. */
export function subscriptionProtocol(options: { app: App; schema: GraphQLSchema; documents: Documents }): Server<Peer> {
  const { app, schema, documents } = options;
  const { log, metrics } = app;
  const limits = createSubscriptionLimits(app);
  const languageOfPeer = ({ acceptLanguage }: Peer): Language => languageOf({ 'accept-language': acceptLanguage });
  const results = createSharedResults(({ data, errors }, { contextValue }, language) => {
    if (!errors) return { data };
    reportErrors({ log, metrics }, errors, contextValue as Context);
    const shown = renderErrors(formatErrors(errors, contextValue as Context), language);
    return { ...(data !== undefined && { data }), errors: shown };
  });
  const end = ({ subscriptions }: Peer, payload: SubscribePayload): void => {
    subscriptions.get(payload)?.release();
    subscriptions.delete(payload);
  };
  const mask = ({ extra }: Connection<Params, Peer>, errors: readonly GraphQLError[]) => {
    const { requestId, context } = extra;
    reportErrors({ log, metrics }, errors, { requestId, principal: context?.principal });
    return renderErrors(formatErrors(errors, { requestId }), languageOfPeer(extra));
  };

  return makeServer<Params, Peer>({
    connectionInitWaitTimeout: 3_000,
    async onConnect({ connectionParams, extra }) {
      try {
        const authorization = authorizationOf(connectionParams) ?? extra.authorization;
        const asked = connectionParams?.acceptLanguage;
        if (typeof asked === 'string') extra.acceptLanguage = asked;
        extra.context = await app.contextFor({ ...extra, authorization, longLived: true });
        const { token } = extra.context;
        // The client may have gone meanwhile.
        if (token && !extra.closed) extra.forgetToken = followToken(app, extra, token);
        return true;
      } catch (error) {
        const code = codeOf(asGraphqlError(error));
        if (code === 'INTERNAL_SERVER_ERROR') throw error;
        if (code === 'UNAVAILABLE') extra.close(TRY_AGAIN_LATER, 'The service is busy: try again in a moment.');
        return false;
      }
    },
    async onClose({ extra }) {
      extra.closed = true;
      extra.forgetToken?.();
      for (const [payload, { stream }] of extra.subscriptions) {
        end(extra, payload);
        // graphql-ws ends one stream for each id; a client that used an id twice has more.
        await stream?.return();
      }
    },
    async onSubscribe({ extra }, _id, payload) {
      try {
        const weight = documents.known(payload.query) ? CHECK : weightOfText(payload.query.length);
        app.rateLimits.take(extra.context!, { kind: 'cost', amount: weight });
        const document = documents.read(payload.query);
        if (Array.isArray(document)) return document;
        const args = subscriptionOf(schema, document, payload);
        if (mustEnrol(extra.context!)) throw refuse('graphql.secondFactorFirst');
        const release = limits.take(extra.context!, extra.subscriptions.size);
        extra.subscriptions.set(payload, { release });
        return { ...args, contextValue: extra.context };
      } catch (error) {
        return [asGraphqlError(error)];
      }
    },
    // The stream has events, not results: `createSharedResults` executes them.
    subscribe: (args) => createSourceEventStream(args) as Promise<ExecutionResult | AsyncIterable<ExecutionResult>>,
    onOperation({ extra }, id, payload, args, result) {
      if (!(result instanceof LatestValue)) {
        // Its events would be sent as if they were results.
        if (Symbol.asyncIterator in result) throw new Error('a subscription is to return a LatestValue');
        return undefined;
      }
      const frames = results.join(args, scopeOf(schema, args, extra.context!.principal), languageOfPeer(extra));
      const stream = new FrameStream(frameHead(id), { events: result, frames, client: extra });
      const subscription = extra.subscriptions.get(payload);
      if (subscription) subscription.stream = stream;
      return stream;
    },
    onNext: (connection, _id, _payload, _args, { errors }) => errors && { errors: mask(connection, errors) },
    onError: (connection, _id, _payload, errors) => mask(connection, errors),
    onComplete({ extra }, _id, payload) {
      end(extra, payload);
    },
  });
}

function createSubscriptionLimits({ config: { subscriptionsPerUser, subscriptionsPerAddress }, rateLimits }: App) {
  const users = rateLimits.held('subscriptions of an account', subscriptionsPerUser);
  const networks = rateLimits.held('subscriptions of an address', subscriptionsPerAddress);

  return {
    /** Counts one more, or throws RATE_LIMITED. Returns the function that counts one less. */
    take({ principal, clientAddress }: Context, ofConnection: number): () => void {
      if (ofConnection >= OF_A_CONNECTION) throw refuse('graphql.subscriptionsOfConnection', { most: OF_A_CONNECTION });
      const leaveUser = 'id' in principal ? users.take(principal.id) : () => undefined;
      if (!leaveUser) throw refuse('graphql.subscriptionsOfAccount', { most: subscriptionsPerUser });
      const leaveNetwork = networks.take(networkOf(clientAddress));
      if (!leaveNetwork) {
        leaveUser();
        throw refuse('graphql.subscriptionsOfNetwork', { most: subscriptionsPerAddress });
      }
      return () => {
        leaveUser();
        leaveNetwork();
      };
    },
  };
}

/** Closes the connection when its token expires or is revoked. Returns the function that stops watching it. */
function followToken(app: App, peer: Peer, token: TokenClaims): () => void {
  const forgetOwner = app.tokenOwners.watch(token, () => peer.close(CloseCode.Forbidden, TOKEN_ENDED));
  const expiry = setTimeout(() => peer.close(CloseCode.Forbidden, 'Token expired'), token.expiresAt.getTime() - Date.now());
  return () => {
    clearTimeout(expiry);
    forgetOwner();
  };
}

/** A value that is no text is passed on as a token that is invalid, so that the caller is not taken for the public. */
function authorizationOf(params: Params = {}): string | undefined {
  const [, value] = Object.entries(params).find(([name]) => name.toLowerCase() === 'authorization') ?? [];
  if (value === undefined || value === null) return undefined;
  return typeof value === 'string' ? value : 'none';
}

function subscriptionOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  { operationName, variables }: SubscribePayload,
): ExecutionArgs {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw refuse('graphql.noSuchOperation');
  if (operation.operation !== OperationTypeNode.SUBSCRIPTION) throw refuse('graphql.subscriptionsOnly');
  const asked = { document, operation, variables: variables ?? {} };
  checkOperation(schema, asked);
  checkVariables(schema, asked);
  return { schema, document, operationName, variableValues: variables };
}
