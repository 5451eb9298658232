import { retryAfterMs } from '../../platform/backoff.js';
import { DomainError } from '../../platform/domain-error.js';
import { addressGuard, ForbiddenAddressError, guardedConnector, type NameLookup } from '../../platform/http/guarded-connector.js';
import type { OutboundUrlRules } from '../../platform/http/outbound-url.js';
import { checkWebhookUrl, type RulesOf } from './webhook-url.js';
import { Client, errors } from 'undici';

/**
 * One request at a time on a connection, so that sends do not wait for each other: undici's Agent queues, and at its bound
 * (`maxOrigins`) it refuses new hosts, so that some could shut others out.
 */
function keepConnections(maxKept: number, optionsOf: (origin: string) => Client.Options) {
  let kept: { origin: string; client: Client }[] = [];
  return {
    take(origin: string): Client {
      const one = kept.findLast((candidate) => candidate.origin === origin);
      if (!one) return new Client(origin, optionsOf(origin));
      kept = kept.filter((other) => other !== one);
      return one.client;
    },
    /** Destroy a broken client instead. */
    keep(origin: string, client: Client): void {
      kept.push({ origin, client });
      if (kept.length > maxKept) void kept.shift()?.client.destroy();
    },
    async destroy(): Promise<void> {
      await Promise.all(kept.splice(0).map(({ client }) => client.destroy()));
    },
  };
}

const MAX_ANSWER_BYTES = 65_536;
const EXCERPT_BYTES = 1_000;
const KEEP_ALIVE_MS = 4_000;

export interface WebhookSenderOptions {
  /** For the address of a request, and for the origin of a connection. @default public ones on port 443 */
  rulesOf?: RulesOf;
  /** For name, connection and the whole answer. @default 5_000 */
  deadlineMs?: number;
  /** Idle connections over all hosts. @default 128 */
  maxKeptConnections?: number;
  /** Resolves names. @default DNS; with `allowPrivate` the operating system, for "localhost" and the hosts file */
  lookup?: NameLookup;
  caPem?: string;
}

export interface WebhookRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
}

/** Only 2xx is success. Redirects are not followed. */
export interface WebhookAnswer {
  status: number;
  /** From `Retry-After`, rounded up, without a limit. */
  retryAfterSeconds?: number;
  /** The first 1,000 bytes, without NUL, which Postgres cannot store. */
  bodyExcerpt: string;
}

export interface WebhookSender {
  /** Throws WebhookSendError when there was no answer. */
  send(request: WebhookRequest): Promise<WebhookAnswer>;
  /** Waits for the sends under way (the deadline bounds it). */
  close(): Promise<void>;
}

/**
 * Cannot be turned against our own network: the URL is checked at every send, redirects are not followed, and an answer is
 * bounded in time, header (16 KiB) and body (64 KiB). A longer body is no failure.
 */
export function createWebhookSender(options: WebhookSenderOptions = {}): WebhookSender {
  const { deadlineMs = 5_000, maxKeptConnections = 128, caPem, rulesOf = (): OutboundUrlRules => ({}) } = options;
  const connectorOf = (allowPrivate: boolean) => {
    const { lookup = addressGuard(allowPrivate).lookup } = options;
    return guardedConnector({ allowPrivate, lookup, connectTimeoutMs: deadlineMs, tls: { ca: caPem } });
  };
  const [guarded, open] = [connectorOf(false), connectorOf(true)];
  const connections = keepConnections(maxKeptConnections, (origin) => ({
    connect: rulesOf(origin).allowPrivate ? open : guarded,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  }));
  const underWay = new Set<Promise<WebhookAnswer>>();
  let closed: Promise<void> | undefined;

  async function exchange(url: URL, { body, headers }: WebhookRequest): Promise<WebhookAnswer> {
    const client = connections.take(url.origin);
    let late = false;
    // Not an AbortSignal: undici heeds it only once connected (its issue 386), and then connects again (5845).
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
      const sending = exchange(permitted(request.url, rulesOf(request.url)), request);
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

function permitted(text: string, rules: OutboundUrlRules): URL {
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

/** `stream` leaves out a character that was cut. */
function excerpt(body: Buffer): string {
  return new TextDecoder().decode(body.subarray(0, EXCERPT_BYTES), { stream: true }).replaceAll('\0', '\uFFFD');
}

/** FORBIDDEN_URL and FORBIDDEN_ADDRESS: nothing was sent. TIMEOUT: the receiver may have taken it. INVALID_ANSWER: no HTTP. */
export type WebhookSendErrorKind =
  'FORBIDDEN_URL' | 'FORBIDDEN_ADDRESS' | 'UNREACHABLE' | 'TLS' | 'TIMEOUT' | 'TOO_LARGE' | 'INVALID_ANSWER';

/** The message names the host, but neither the path, which may carry a secret, nor an address that is not public. */
export class WebhookSendError extends Error {
  constructor(
    readonly kind: WebhookSendErrorKind,
    reason: string,
    options?: { cause?: unknown },
  ) {
    super(reason, options);
    this.name = 'WebhookSendError';
  }
}

/** The caller reports the deadline itself. */
function asSendError(host: string, cause: unknown): WebhookSendError {
  // The error of several addresses that all failed has no message.
  const failures: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  const reason = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure))).join('; ');
  return new WebhookSendError(kindOf(cause), `${host}: ${reason}`, { cause });
}

function kindOf(error: unknown): WebhookSendErrorKind {
  if (error instanceof ForbiddenAddressError) return 'FORBIDDEN_ADDRESS';
  if (error instanceof errors.HeadersOverflowError) return 'TOO_LARGE';
  if (error instanceof errors.HTTPParserError) return 'INVALID_ANSWER';
  if (error instanceof errors.ConnectTimeoutError) return 'TIMEOUT';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ETIMEDOUT') return 'TIMEOUT';
  return isTlsCode(code) ? 'TLS' : 'UNREACHABLE';
}

// OpenSSL: EPROTO, ERR_SSL_...; Node: ERR_TLS_...; an invalid certificate: the name of its fault (CERT_HAS_EXPIRED and thirty
// others), words with underscores, which no errno has.
function isTlsCode(code: string): boolean {
  if (/^(EPROTO$|ERR_SSL_|ERR_TLS_)/.test(code)) return true;
  return /^[A-Z]+(_[A-Z0-9]+)+$/.test(code) && !/^(ERR|UND|HPE|EAI)_/.test(code);
}
