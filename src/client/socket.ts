import { createClient, type Client, type FormattedExecutionResult } from 'graphql-ws';
import type { TypedDocumentString } from '../generated/client/operations.js';
import { refusalOf } from './errors.js';
import type { ResolvedOptions } from './options.js';
import { jittered, pause } from './pause.js';
import type { Session } from './session.js';

/** The connection survives from one view to the next. */
const IDLE_MS = 3_000;
const LONGEST_WAIT_MS = 8_000;
const FIRST_WAIT_MS = 500;
const FORBIDDEN = 4403;

export class SocketDown extends Error {}

/** One WebSocket for all subscriptions, open while there are any. */
export function createSocket(options: ResolvedOptions, session: Session) {
  let client: Client | undefined;
  const connection = (): Client => {
    if (typeof options.webSocket !== 'function') throw new SocketDown('there is no WebSocket here');
    return (client ??= connect(options, session));
  };
  return {
    /**
     * The values of a subscription, each the whole state: a slow reader gets the latest only. It reconnects by itself. Throws SocketDown
     * when no WebSocket opens.
     */
    async *stream<Data, Variables>(
      document: TypedDocumentString<Data, Variables>,
      variables: Variables,
      signal: AbortSignal,
    ): AsyncGenerator<Data, void, undefined> {
      const inbox = new Inbox<Data>(signal);
      const payload = { query: document.toString(), variables: variables as Record<string, unknown> };
      const stop = connection().subscribe<Data>(payload, inbox);
      try {
        yield* inbox.values();
      } finally {
        stop();
      }
    },
    /** With the current tokens. */
    reconnect: () => client?.terminate(),
    close: () => void Promise.resolve(client?.dispose()).catch(() => undefined),
  };
}

function connect(options: ResolvedOptions, session: Session): Client {
  const { socketAttempts, connectMs, pingMs } = options.live;
  let sent: string | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const within = (ms: number): void => {
    clearTimeout(deadline);
    deadline = setTimeout(() => client.terminate(), ms);
  };
  const client = createClient({
    // Renew before connecting: the service waits three seconds for `connection_init`. Nobody would catch a failure here.
    async url() {
      await session.ready().catch(() => undefined);
      within(connectMs);
      return options.webSocketUrl;
    },
    connectionParams() {
      sent = session.tokens()?.accessToken;
      const { language: acceptLanguage } = options;
      return {
        ...(acceptLanguage !== undefined && { acceptLanguage }),
        ...(sent !== undefined && { authorization: `Bearer ${sent}` }),
      };
    },
    webSocketImpl: withErrorListener(options.webSocket as WebSocketClass),
    lazy: true,
    lazyCloseTimeout: IDLE_MS,
    keepAlive: pingMs,
    retryAttempts: socketAttempts - 1,
    retryWait: async (retries) => {
      if (retries < socketAttempts - 1) await pause(jittered(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** retries)));
    },
    // Browsers do not say why a WebSocket did not open.
    shouldRetry: () => true,
    on: {
      connected: () => clearTimeout(deadline),
      ping: (isReceived) => {
        if (!isReceived) within(pingMs / 2);
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(deadline);
      },
      closed(event) {
        clearTimeout(deadline);
        if ((event as { code?: number }).code === FORBIDDEN && sent !== undefined) session.refuse(sent);
      },
    },
  });
  return client;
}

type WebSocketClass = new (url: string, protocols?: string) => { addEventListener(type: 'error', listener: () => void): void };

/** With a permanent error listener: without one Node exits when a connecting WebSocket is closed. */
function withErrorListener(Implementation: WebSocketClass): WebSocketClass {
  return class extends Implementation {
    constructor(url: string, protocols?: string) {
      super(url, protocols);
      this.addEventListener('error', () => undefined);
    }
  };
}

class Inbox<Data> {
  private latest: { value: Data } | undefined;
  private end: { failure?: unknown } | undefined;
  private wake = (): void => undefined;

  constructor(private readonly signal: AbortSignal) {}

  readonly next = ({ data, errors }: FormattedExecutionResult<Data>): void => {
    if (errors) this.end ??= { failure: refusalOf(errors) };
    else this.latest = { value: data as Data };
    this.wake();
  };

  /** A list holds errors of the service; anything else is a connection failure. */
  readonly error = (failure: unknown): void => {
    this.end ??= {
      failure: Array.isArray(failure) ? refusalOf(failure) : new SocketDown('no WebSocket opens', { cause: failure }),
    };
    this.wake();
  };

  readonly complete = (): void => {
    this.end ??= {};
    this.wake();
  };

  async *values(): AsyncGenerator<Data, void, undefined> {
    const wake = (): void => this.wake();
    this.signal.addEventListener('abort', wake);
    try {
      for (;;) {
        this.signal.throwIfAborted();
        if (this.latest) {
          const { value } = this.latest;
          this.latest = undefined;
          yield value;
        } else if (this.end) {
          if (this.end.failure !== undefined) throw this.end.failure;
          return;
        } else {
          await new Promise<void>((resolve) => {
            this.wake = resolve;
          });
        }
      }
    } finally {
      this.signal.removeEventListener('abort', wake);
    }
  }
}
