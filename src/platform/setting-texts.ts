import { isIP } from 'node:net';

/** Scheme, host and port and nothing else, one of each: any site's page, `*`, is not one. */
export function isOrigin(text: string, protocols: string[]): boolean {
  if (!URL.canParse(text) || text.includes('*')) return false;
  const { origin, protocol } = new URL(text);
  return origin === text && protocols.includes(protocol);
}

/** An IP address, or a block of them in CIDR notation. */
export function isAddressBlock(text: string): boolean {
  const [address = '', length] = text.split('/');
  const bits = { 4: 32, 6: 128 }[isIP(address)];
  return (
    bits !== undefined && !address.includes('%') && (length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits))
  );
}

/** A name of the IANA time zone database. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

/** `#rrggbb`, in small letters. */
export function isHexColor(text: string): boolean {
  return /^#[\da-f]{6}$/.test(text);
}
