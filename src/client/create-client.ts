import {
  AdminLoginDocument,
  BookHeadChangesDocument,
  BookHeadDocument,
  CreateCustomerDocument,
  CreateOrderDocument,
  LogOutDocument,
  OrderChangesDocument,
  OrderStateDocument,
  RefreshSessionDocument,
  SellBarChangesDocument,
  SellBarDocument,
  UserLoginDocument,
  type AdminLoginInput,
  type BarFragment,
  type BookHeadStateFragment,
  type CheckoutFragment,
  type CreateCustomerInput,
  type CreateOrderInput,
  type OrderStateFragment,
  type PersonFragment,
  type SignedInFragment,
  type TypedDocumentString,
  type UserLoginInput,
} from '../generated/client/operations.js';
import { GatewayError, type ErrorCode } from './errors.js';
import { createHttp, type MutationOptions, type RequestOptions, type Send } from './http.js';
import { resolveOptions, type ClientOptions } from './options.js';
import { jittered, pause } from './pause.js';
import { createProving, type Proving } from './proof.js';
import { createSession, type Tokens } from './session.js';
import { createSocket, SocketDown } from './socket.js';
import { watch } from './watch.js';

export interface LiveRequest {
  signal?: AbortSignal | undefined;
}

const SESSION_OVER: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['UNAUTHENTICATED', 'TOKEN_EXPIRED']);

/** The service, for one person at a time. Methods reject with a GatewayError, or with the reason of an aborted signal. */
export interface GatewayClient {
  /** Equal queries in flight share one request. Network failures are retried. */
  query<Data, Of>(document: TypedDocumentString<Data, Of>, variables: Of, options?: RequestOptions): Promise<Data>;
  /** Retried only with an `idempotencyKey`: without one, a lost answer is a NETWORK_ERROR. */
  mutate<Data, Of>(document: TypedDocumentString<Data, Of>, variables: Of, options?: MutationOptions): Promise<Data>;
  /**
   * The values of a subscription: the state, then each change, across reconnects. It ends when the service ends it.
   * NETWORK_ERROR: there is no WebSocket on this platform.
   */
  subscribe<Data, Of>(
    document: TypedDocumentString<Data, Of>,
    variables: Of,
    options?: LiveRequest,
  ): AsyncGenerator<Data, void, undefined>;

  /** Logs a buyer in by password, or by a code from `RequestLoginCodeDocument`, and stores the tokens. */
  logIn(input: UserLoginInput, options?: RequestOptions): Promise<PersonFragment>;
  /** Logs an operator in and stores the tokens. */
  logInOperator(input: AdminLoginInput, options?: RequestOptions): Promise<PersonFragment>;
  /** Registers a buyer and logs them in. */
  signUp(input: CreateCustomerInput, options?: RequestOptions): Promise<PersonFragment>;
  /** Stores tokens from elsewhere. */
  signIn(tokens: Tokens): void;
  /** Removes the tokens and ends the session at the service, if it can be reached. `onSignedOut` is not called. */
  signOut(): void;
  tokens(): Tokens | undefined;
  /** For requests that are not sent by this client, such as a download: they throw STEP_UP_REQUIRED, and are sent again after the proof. */
  proving: Proving;

  /** Places one order, however often it must be sent. To repeat a call that failed, pass an `idempotencyKey` of your own to both. */
  createOrder(input: CreateOrderInput, options?: MutationOptions): Promise<CheckoutFragment>;
  /** The order, then each change. */
  watchOrder(orderId: string, options?: LiveRequest): AsyncGenerator<OrderStateFragment, void, undefined>;
  /** The sell bar, then each change. */
  watchSellBar(raffleId: string, options?: LiveRequest): AsyncGenerator<BarFragment, void, undefined>;
  /** The last head of the raffle's public book, then each new one, about one a second while it is sold. */
  watchBookHead(raffleId: string, options?: LiveRequest): AsyncGenerator<BookHeadStateFragment, void, undefined>;
  close(): void;
}

export function createClient(given: ClientOptions): GatewayClient {
  const options = resolveOptions(given);
  const closing = new AbortController();
  const session = createSession({
    ...options,
    refresh: (refreshToken) => refreshed(refreshToken),
    lockName: `raffle-gateway tokens ${options.url}`,
    onChange: () => socket.reconnect(),
  });
  const proving = createProving(options.proveIdentity);
  const sendOnce = createHttp(options, session);
  const send: Send = (...request) => proving(() => sendOnce(...request));
  const socket = createSocket(options, session);
  const untilClosed = (signal: AbortSignal | undefined): AbortSignal =>
    signal ? AbortSignal.any([signal, closing.signal]) : closing.signal;

  const enter = async (entering: Promise<SignedInFragment>): Promise<PersonFragment> => {
    const { user, ...tokens } = await entering;
    session.signIn(tokens);
    return user;
  };
  const refreshed = async (refreshToken: string): Promise<Tokens | null> => {
    try {
      const options = { anonymous: true, isRepeatable: true };
      return (await send('mutation', RefreshSessionDocument, { refreshToken }, options)).refreshSession;
    } catch (error) {
      if (error instanceof GatewayError && SESSION_OVER.has(error.code)) return null;
      throw error;
    }
  };
  const open = <Data, Of>(document: TypedDocumentString<Data, Of>, input: Of, signal: AbortSignal | undefined) =>
    send('mutation', document, input, { signal, anonymous: true });

  return {
    query: (document, variables, request = {}) => send('query', document, variables, request),
    mutate: (document, variables, request = {}) => send('mutation', document, variables, request),
    async *subscribe(document, variables, request = {}) {
      const signal = untilClosed(request.signal);
      if (typeof options.webSocket !== 'function')
        throw new GatewayError('NETWORK_ERROR', 'There is no WebSocket here: name one.');
      for (;;) {
        try {
          return yield* socket.stream(document, variables, signal);
        } catch (error) {
          if (!(error instanceof SocketDown)) throw error;
          await pause(jittered(options.live.socketAgainMs / 4), signal);
        }
      }
    },

    logIn: (input, { signal } = {}) => enter(open(UserLoginDocument, { input }, signal).then(({ userLogin }) => userLogin)),
    logInOperator: (input, { signal } = {}) =>
      enter(open(AdminLoginDocument, { input }, signal).then(({ adminLogin }) => adminLogin)),
    signUp: (input, { signal } = {}) =>
      enter(open(CreateCustomerDocument, { input }, signal).then(({ createCustomer }) => createCustomer)),
    signIn: session.signIn,
    signOut() {
      const { refreshToken } = session.tokens() ?? {};
      session.signOut();
      if (refreshToken !== undefined)
        send('mutation', LogOutDocument, { refreshToken }, { anonymous: true, isRepeatable: true }).catch(() => undefined);
    },
    tokens: session.tokens,
    proving,

    async createOrder(input, request = {}) {
      const idempotencyKey = request.idempotencyKey ?? crypto.randomUUID();
      const { createOrder } = await send('mutation', CreateOrderDocument, { input }, { ...request, idempotencyKey });
      return createOrder;
    },
    watchOrder(id, request = {}) {
      const signal = untilClosed(request.signal);
      return watch({
        options: options.live,
        signal,
        live: () => mapped(socket.stream(OrderChangesDocument, { id }, signal), ({ orderStatus }) => orderStatus),
        async ask() {
          const { order } = await send('query', OrderStateDocument, { id }, { signal });
          if (!order) throw new GatewayError('NOT_FOUND', 'There is no such order.');
          return order;
        },
      });
    },
    watchSellBar(raffleId, request = {}) {
      const signal = untilClosed(request.signal);
      return watch({
        options: options.live,
        signal,
        live: () => mapped(socket.stream(SellBarChangesDocument, { raffleId }, signal), ({ sellBar }) => sellBar),
        ask: async () => (await send('query', SellBarDocument, { raffleId }, { signal })).sellBar,
      });
    },
    watchBookHead(raffleId, request = {}) {
      const signal = untilClosed(request.signal);
      return watch({
        options: options.live,
        signal,
        live: () => mapped(socket.stream(BookHeadChangesDocument, { raffleId }, signal), ({ bookHead }) => bookHead),
        ask: async () => (await send('query', BookHeadDocument, { raffleId }, { signal })).bookHead,
      });
    },
    close() {
      closing.abort(new DOMException('The client was closed.', 'AbortError'));
      socket.close();
    },
  };
}

async function* mapped<From, To>(values: AsyncIterable<From>, to: (value: From) => To): AsyncGenerator<To, void, undefined> {
  for await (const value of values) yield to(value);
}
