import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

export type Language = 'en' | 'pt-BR';

/** English is the default: callers had it before there was a choice. */
const ASKED: Record<string, Language> = { en: 'en', 'pt-BR': 'pt-BR', pt: 'pt-BR' };

/** By `Accept-Language` (RFC 9110, 12.5.4). */
export function languageOf(headers: Pick<IncomingHttpHeaders, 'accept-language'>): Language {
  if (!headers['accept-language']) return 'en';
  const chosen = new Negotiator({ headers: { 'accept-language': headers['accept-language'] } }).language(Object.keys(ASKED));
  return ASKED[chosen ?? 'en'] ?? 'en';
}
