import { retryAfterMs } from '../../platform/backoff.js';
import { DomainError } from '../../platform/domain-error.js';
import { ssrfGuardedConnector, dnsLookup, systemLookup, type NameLookup } from './ssrf-guard.js';
import { asSendError, WebhookSendError } from './webhook-send-error.js';
import { checkWebhookUrl, type WebhookUrlRules } from './webhook-url.js';
import { Client } from 'undici';

/** Connections that wait for their next request. */
export interface KeptConnections {
  /** A client of the origin ("https://example.com:8443") that nobody else uses, connected if one was kept. */
  take(origin: string): Client;
  /** Puts one back that is fit for another request; who breaks one destroys it instead. */
  keep(origin: string, client: Client): void;
  /** Breaks all that wait. */
  destroy(): Promise<void>;
}

/**
 * Keeps at most `maxKept` connectionsover all origins: the one that is idle longest is closed. One
 * connection carries one request at a time and none waits for it, so that sends cannot hold up each other. undici's Agent
 * has queues, and at its bound (`maxOrigins`) it refuses the newcomer, so that some hosts could shut others out.
 */
export function keepConnections(maxKept: number, options: Client.Options): KeptConnections {
  let kept: { origin: string; client: Client }[] = [];
  return {
    take(origin) {
      const one = kept.findLast((candidate) => candidate.origin === origin);
      if (!one) return new Client(origin, options);
      kept = kept.filter((other) => other !== one);
      return one.client;
    },
    keep(origin, client) {
      kept.push({ origin, client });
      if (kept.length > maxKept) void kept.shift()?.client.destroy();
    },
    async destroy() {
      await Promise.all(kept.splice(0).map(({ client }) => client.destroy()));
    },
  };
}

const MAX_ANSWER_BYTES = 65_536;
const EXCERPT_BYTES = 1_000;
/** An idle connection is kept this long. */
const KEEP_ALIVE_MS = 4_000;

/** How webhooks are sent. Without options, as in production. Times are in milliseconds. */
export interface WebhookSenderOptions extends WebhookUrlRules {
  /** A send's whole time: looking up the name, the connection, the answer's header and body. @default 5_000 */
  deadlineMs?: number;
  /** Connections kept for a next send, over all hosts. Those in use are as many as the sends under way. @default 128 */
  maxKeptConnections?: number;
  /** Resolves names. @default DNS; with `allowPrivate` the operating system, for "localhost" and the hosts file */
  lookup?: NameLookup;
  /** PEM text of the authorities to trust instead of the usual ones. */
  caPem?: string;
}

/** One attempt: `body` goes out as it is, as JSON in UTF-8, with `headers`, the signatures, beside our own. */
export interface WebhookRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** What the receiver answered: only 2xx is success, a redirect (3xx) is not followed and is none. */
export interface WebhookAnswer {
  status: number;
  /** From `Retry-After`, rounded up; not bounded: it is the receiver's word. */
  retryAfterSeconds?: number;
  /** The body's first 1,000 bytes as text, for a person to read. It never holds NUL, which Postgres cannot keep. */
  bodyExcerpt: string;
}

/** Sends webhooks to addresses that callers chose. */
export interface WebhookSender {
  /** POSTs once. Throws WebhookSendError when there was no answer. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  /** Waits for the sends under way (the deadline bounds it), refuses others, and ends all connections. */
  close(): Promise<void>;
}

/**
 * Makes a sender that a hostile URL cannot turn against our own network: the URL is checked at every send as at
 * registration, connections go to public addresses only, redirects are not followed, and a receiver costs at most the
 * deadline, 16 KiB of header and 64 KiB of body. A longer body is cut off by breaking the connection; that is no failure,
 * since the status says whether the webhook was taken, and sending it again would only bring it twice.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { deadlineMs = 5_000, maxKeptConnections = 128, allowPrivate = false, caPem } = options;
  const { lookup = allowPrivate ? systemLookup : dnsLookup() } = options;
  const connections = keepConnections(maxKeptConnections, {
    connect: ssrfGuardedConnector({ allowPrivate, lookup, connectTimeoutMs: deadlineMs, caPem }),
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
  const underWay = new Set<Promise<WebhookAnswer>>();
  let closed: Promise<void> | undefined;

  async function exchange(url: URL, { body, headers }: WebhookRequest): Promise<WebhookAnswer> {
    const client = connections.take(url.origin);
    let late = false;
    // Not an AbortSignal: undici heeds one only once connected (its issue 386), and then connects again for nobody (5845).
    const timer = setTimeout(() => {
      late = true;
      void client.destroy();
    }, deadlineMs);
    try {
      const response = await client.request({
        method: 'POST',
        path: url.pathname + url.search,
        headers: { 'content-type': 'application/json', 'user-agent': 'raffle-gateway', ...headers },
        body,
      });
      const { bytes, whole } = await readUpTo(MAX_ANSWER_BYTES, response.body);
      if (whole && !client.destroyed) connections.keep(url.origin, client);
      else void client.destroy();
      const answer = { status: response.statusCode, bodyExcerpt: excerpt(bytes) };
      const waitMs = retryAfterMs(response.headers['retry-after']);
      return waitMs === undefined ? answer : { ...answer, retryAfterSeconds: Math.ceil(waitMs / 1_000) };
    } catch (cause) {
      void client.destroy();
      if (!late) throw asSendError(url.host, cause);
      throw new WebhookSendError('TIMEOUT', `${url.host}: no whole answer within ${deadlineMs} ms`, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async send(request) {
      if (closed) throw new WebhookSendError('UNREACHABLE', 'not sent, because the sender is closed');
      const sending = exchange(permitted(request.url, options), request);
      underWay.add(sending);
      try {
        return await sending;
      } finally {
        underWay.delete(sending);
      }
    },
    close() {
      closed ??= Promise.allSettled(underWay).then(() => connections.destroy());
      return closed;
    },
  };
}

function permitted(text: string, rules: WebhookUrlRules): URL {
  try {
    return checkWebhookUrl(text, rules);
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause;
    throw new WebhookSendError('FORBIDDEN_URL', cause.message, { cause });
  }
}

/** Leaving the loop early destroys the stream. */
async function readUpTo(maxBytes: number, body: AsyncIterable<Buffer>): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) return { bytes: Buffer.concat(chunks), whole: false };
  }
  return { bytes: Buffer.concat(chunks), whole: true };
}

/** `stream` leaves out a character that the cut went through. */
function excerpt(body: Buffer): string {
  return new TextDecoder().decode(body.subarray(0, EXCERPT_BYTES), { stream: true }).replaceAll('\0', '\uFFFD');
}
