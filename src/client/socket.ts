import { createClient, type Client, type FormattedExecutionResult } from 'graphql-ws';
import type { TypedDocumentString } from '../generated/client/operations.js';
import { refusalOf } from './errors.js';
import type { ResolvedOptions } from './options.js';
import { jittered, pause } from './pause.js';
import type { Session } from './session.js';

/** From one view of a page to the next the connection stays. */
const IDLE_MS = 3_000;
const LONGEST_WAIT_MS = 8_000;
const FIRST_WAIT_MS = 500;
/** A token that is refused, has expired or was ended. */
const FORBIDDEN = 4403;

/** No WebSocket opens, however often it was tried. */
export class SocketDown extends Error {}

/** One WebSocket for all subscriptions, open while there are any. */
export interface Socket {
  /**
   * The values of a subscription, each the whole state: who reads slowly misses some in between and gets the latest. After the
   * connection was lost it is made again, and the state comes anew. Throws a GatewayError for a refusal, SocketDown when no
   * WebSocket opens, and the signal's reason.
   */
  stream<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
    signal: AbortSignal,
  ): AsyncGenerator<Data, void, undefined>;
  /** Connects anew, as whoever is logged in now. */
  reconnect(): void;
  close(): void;
}

export function createSocket(options: ResolvedOptions, session: Session): Socket {
  let client: Client | undefined;
  const connection = (): Client => {
    if (typeof options.webSocket !== 'function') throw new SocketDown('there is no WebSocket here');
    return (client ??= connect(options, session));
  };
  return {
    async *stream(document, variables, signal) {
      const inbox = new Inbox<never>(signal);
      const payload = { query: document.toString(), variables: variables as Record<string, unknown> };
      const stop = connection().subscribe<never>(payload, inbox);
      try {
        yield* inbox.values();
      } finally {
        stop();
      }
    },
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
    // Before it opens: an open WebSocket has three seconds to say who it is. A failure here would be nobody's to catch.
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
    webSocketImpl: heard(options.webSocket as WebSocketClass),
    lazy: true,
    lazyCloseTimeout: IDLE_MS,
    keepAlive: pingMs,
    retryAttempts: socketAttempts - 1,
    // The pause behind the last attempt is for who asked.
    retryWait: async (retries) => {
      if (retries < socketAttempts - 1) await pause(jittered(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** retries)));
    },
    // Of a WebSocket that does not open a browser tells an event that says nothing.
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

/** The same, with a listener that stays: Node ends a process whose WebSocket is closed while it opens and has none. */
function heard(Implementation: WebSocketClass): WebSocketClass {
  return class extends Implementation {
    constructor(url: string, protocols?: string) {
      super(url, protocols);
      this.addEventListener('error', () => undefined);
    }
  };
}

/** What came and was not read yet: the latest value, and the end. */
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

  /** A list is a refusal; anything else is what became of the connection. */
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
