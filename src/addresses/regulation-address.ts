/** The page of a raffle's regulation; of the last version unless one is named. */
export function regulationAddress(slug: string, language: 'pt-BR' | 'en', version?: number): string {
  const parameters = new URLSearchParams({
    ...(version !== undefined && { versao: String(version) }),
    ...(language !== 'pt-BR' && { lang: language }),
  }).toString();
  return `/r/${slug}/regulamento${parameters === '' ? '' : `?${parameters}`}`;
}

/** The version that an address asks for; undefined for what is none, null for the last. */
export function versionIn(query: unknown): number | null | undefined {
  const { versao } = (query ?? {}) as { versao?: unknown };
  if (versao === undefined) return null;
  return typeof versao === 'string' && /^[1-9]\d{0,8}$/.test(versao) ? Number(versao) : undefined;
}

/** The text as a file. By the raffle's id: it stays the same when its address changes. */
export const regulationFile = (raffleId: string, version: number): string => `/regulations/${raffleId}/${version}.txt`;
