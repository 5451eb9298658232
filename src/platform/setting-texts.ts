import { isIP } from 'node:net';

export function isOrigin(text: string, protocols: string[]): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && protocols.includes(protocol);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.has(hostname);
}

export function isAddressBlock(text: string): boolean {
  const [address = '', length] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  return (
    bits !== undefined && !address.includes('%') && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  );
}

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export function isHexColor(text: string): boolean {
  return /^#[\da-f]{6}$/.test(text);
}

/** libpq accepts `postgresql://one,two/db` and `?host=one,two`, and tries one after the other. The library pg does not. */
export function namesSeveralHosts(url = ''): boolean {
  const [, authority = '', query = ''] = /^\w+:\/\/([^/?#]*)[^?#]*\??([^#]*)/.exec(url) ?? [];
  const hosts = [authority.slice(authority.lastIndexOf('@') + 1), ...new URLSearchParams(query).getAll('host')];
  return hosts.some((host) => host.includes(','));
}
