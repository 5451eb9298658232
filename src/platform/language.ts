import type { IncomingHttpHeaders } from 'node:http';
import Negotiator from 'negotiator';

export type Language = 'en' | 'pt-BR';

/** English is the default: callers had it before there was a choice. */
const ASKED: Record<string, Language> = { en: 'en', 'pt-BR': 'pt-BR', pt: 'pt-BR' };

/** By `Accept-Language` (RFC 9110, 12.5.4). */
export function languageOf(headers: Pick<IncomingHttpHeaders, 'accept-language'>): Language {
  return askedLanguage(headers['accept-language']) ?? 'en';
}

/** Undefined when the header names none that we have: programs send `*` or nothing. */
export function askedLanguage(acceptLanguage: string | undefined): Language | undefined {
  if (!acceptLanguage || acceptLanguage === '*') return undefined;
  return ASKED[new Negotiator({ headers: { 'accept-language': acceptLanguage } }).language(Object.keys(ASKED)) ?? ''];
}
