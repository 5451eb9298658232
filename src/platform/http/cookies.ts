import type { IncomingHttpHeaders } from 'node:http';

export const DEVICE_COOKIE = 'device-marks';

/** RFC 6265, 5.4. Undefined without one. */
export function cookieOf({ cookie }: IncomingHttpHeaders, name: string): string | undefined {
  const pairs = (cookie ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** A `Set-Cookie` header. No script reads the cookie, and no other site's page sends it. `value`: letters, digits, `.`, `-`, `_`. */
export function cookieText(cookie: {
  name: string;
  value: string;
  path: string;
  maxAgeSeconds: number;
  /** Browsers send it over HTTPS only. */
  isSecure: boolean;
}): string {
  const { name, value, path, maxAgeSeconds, isSecure } = cookie;
  const limits = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
  return `${name}=${value}; ${limits}${isSecure ? '; Secure' : ''}`;
}
