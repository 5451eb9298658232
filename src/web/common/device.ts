const BROWSERS = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const SYSTEMS = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'Mac'],
  ['Linux', 'Linux'],
] as const;

const foundIn = (names: readonly (readonly [string, string])[], userAgent: string | null) =>
  names.find(([sign]) => userAgent?.includes(sign))?.[1];

/** "iPhone", as well as a browser says it. */
export const systemOf = (userAgent: string): string | undefined => foundIn(SYSTEMS, userAgent);

/** "Chrome, Android". */
export function deviceOf(userAgent: string | null): string | undefined {
  const names = [foundIn(BROWSERS, userAgent), foundIn(SYSTEMS, userAgent)];
  return names.filter(Boolean).join(', ') || userAgent?.slice(0, 60) || undefined;
}
