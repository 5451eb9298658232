import { errors } from 'undici';
import { ForbiddenAddressError } from './ssrf-guard.js';

/**
 * Why a webhook got no answer. Closed: a caller may switch over it.
 *
 * - `FORBIDDEN_URL`: the URL breaks a rule of `checkWebhookUrl`. Nothing was sent.
 * - `FORBIDDEN_ADDRESS`: the host's name resolves to an address that is not public. Nothing was sent.
 * - `UNREACHABLE`: no such name, no connection, or one that broke before the answer was whole.
 * - `TLS`: the certificate is not valid for the host, or there is no TLS there.
 * - `TIMEOUT`: the answer was not whole at the deadline. The receiver may have taken the webhook.
 * - `TOO_LARGE`: the answer's header is longer than 16 KiB.
 * - `INVALID_ANSWER`: what came back is not HTTP.
 */
export type WebhookSendErrorKind =
  'FORBIDDEN_URL' | 'FORBIDDEN_ADDRESS' | 'UNREACHABLE' | 'TLS' | 'TIMEOUT' | 'TOO_LARGE' | 'INVALID_ANSWER';

/**
 * The one error of sending a webhook. The message is for the endpoint's owner and the log: it names the host, and neither
 * the path, which often carries a secret, nor an address of a name that is not public.
 */
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

/** Says what an error of the connector or of undici means, but for the deadline, which its owner knows best. */
export function asSendError(host: string, cause: unknown): WebhookSendError {
  // Node's error of several addresses, each of which failed, has no message of its own.
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

/**
 * OpenSSL's errors come as EPROTO or ERR_SSL_..., Node's own as ERR_TLS_..., and a certificate that is not valid as the name
 * of its fault (CERT_HAS_EXPIRED and thirty others): words with underscores, which no errno has.
 */
function isTlsCode(code: string): boolean {
  if (/^(EPROTO$|ERR_SSL_|ERR_TLS_)/.test(code)) return true;
  return /^[A-Z]+(_[A-Z0-9]+)+$/.test(code) && !/^(ERR|UND|HPE|EAI)_/.test(code);
}
