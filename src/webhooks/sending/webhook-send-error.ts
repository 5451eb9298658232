import { errors } from 'undici';
import { ForbiddenAddressError } from './ssrf-guard.js';

/**
 * Why a webhook got no answer. Nothing was sent for a FORBIDDEN_URL (a rule of `checkWebhookUrl`) or FORBIDDEN_ADDRESS (not
 * public). After a TIMEOUT the receiver may have taken it. TOO_LARGE: a header of more than 16 KiB. INVALID_ANSWER: no HTTP.
 */
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
export function asSendError(host: string, cause: unknown): WebhookSendError {
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

/**
 * OpenSSL's errors are EPROTO or ERR_SSL_..., Node's ERR_TLS_..., and an invalid certificate has the name of its fault
 * (CERT_HAS_EXPIRED and thirty others): words with underscores, which no errno has.
 */
function isTlsCode(code: string): boolean {
  if (/^(EPROTO$|ERR_SSL_|ERR_TLS_)/.test(code)) return true;
  return /^[A-Z]+(_[A-Z0-9]+)+$/.test(code) && !/^(ERR|UND|HPE|EAI)_/.test(code);
}
