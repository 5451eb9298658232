import { createHash } from 'node:crypto';
import { PAGE_HEADERS, type Headers } from '../platform/http/security-headers.js';
import type { Site } from './page-renderer.js';

/**
 * What a browser may load for a page of ours: everything from here, and pictures by https from wherever the operator keeps them. No script
 * or style stands in the HTML but the operator's colour, which is named by its hash.
 */
export function pageHeaders({ style }: Pick<Site, 'style'>): Headers {
  const colour = style === '' ? '' : ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  return {
    ...PAGE_HEADERS,
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self'${colour}`,
      "img-src 'self' data: https:",
      "connect-src 'self'",
      "worker-src 'self'",
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ].join('; '),
  };
}
