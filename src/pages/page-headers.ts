import { createHash } from 'node:crypto';
import { PAGE_HEADERS, type Headers } from '../platform/http/security-headers.js';

/** What a browser may load: our own files, pictures from anywhere, and these inline style sheets by hash. */
export function pageHeaders(
  sheets: readonly string[],
  { isSecure, framesItself }: { isSecure: boolean; framesItself: boolean },
): Headers {
  const hashes = sheets.filter(Boolean).map((sheet) => ` 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`);
  return {
    ...PAGE_HEADERS,
    // The dashboard shows the preview of a raffle's page, which is an address of its own, in a frame.
    ...(framesItself && { 'x-frame-options': 'SAMEORIGIN' }),
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self'${hashes.join('')}`,
      `img-src 'self' data: https:${isSecure ? '' : ' http:'}`,
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      ...(framesItself ? ["frame-src 'self'", "frame-ancestors 'self'"] : ["frame-ancestors 'none'"]),
      // Browsers load http pictures of an https page by https.
      ...(isSecure ? ['upgrade-insecure-requests'] : []),
    ].join('; '),
  };
}
