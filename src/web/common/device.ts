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

/** "Chrome, Android", as well as a browser says it. */
export function deviceOf(userAgent: string | null): string | undefined {
  const foundIn = (names: readonly (readonly [string, string])[]) => names.find(([sign]) => userAgent?.includes(sign))?.[1];
  return [foundIn(BROWSERS), foundIn(SYSTEMS)].filter(Boolean).join(', ') || userAgent?.slice(0, 60) || undefined;
}
