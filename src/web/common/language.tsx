import { createContext, type ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';

export const LANGUAGES = ['pt-BR', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

export type Texts<Words> = Readonly<Record<Language, Words>>;

/** Declares the texts of a component. Both languages have the same keys. */
export function texts<Words>(words: { 'pt-BR': Words; en: NoInfer<Words> }): Texts<Words> {
  return words;
}

/** `timeZone` is the zone of the business, wherever the reader is. */
export interface Locale {
  language: Language;
  /** IANA name. */
  timeZone: string;
}

const Context = createContext<Locale>({ language: 'pt-BR', timeZone: 'America/Sao_Paulo' });

export function LocaleProvider({ locale, children }: { locale: Locale; children: ComponentChildren }) {
  return <Context.Provider value={locale}>{children}</Context.Provider>;
}

export const useLanguage = (): Language => useContext(Context).language;

export const useLocale = (): Locale => useContext(Context);

export const useTimeZone = (): string => useContext(Context).timeZone;

export function useTexts<Words>(of: Texts<Words>): Words {
  return of[useLanguage()];
}

export interface Formats {
  /** Decimal text in reais, as the service sends it. */
  money(value: string | number): string;
  number(value: number): string;
  /** 0 to 100, with at most two decimals. */
  percent(value: number): string;
  date(value: string): string;
  time(value: string): string;
  /** With seconds. */
  exactTime(value: string): string;
  dateTime(value: string): string;
  /** `2026-11-20`. */
  day(value: string): string;
}

const cache = new Map<string, Formats>();

export function formatsOf(locale: Locale): Formats {
  const key = `${locale.language} ${locale.timeZone}`;
  const known = cache.get(key) ?? createFormats(locale);
  cache.set(key, known);
  return known;
}

/** Words for a day without a time, "2026-11-20", wherever its reader is. */
export function dayOf({ language }: Locale): (day: string) => string {
  return (day) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day));
}

export const useDay = (): ((day: string) => string) => dayOf(useContext(Context));

export const useFormats = (): Formats => formatsOf(useContext(Context));

function createFormats({ language, timeZone }: Locale): Formats {
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'BRL' });
  const number = new Intl.NumberFormat(language);
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 });
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone });
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone });
  const exactTime = new Intl.DateTimeFormat(language, { timeStyle: 'medium', timeZone });
  const dateTime = new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone });
  const day = new Intl.DateTimeFormat(language, { day: '2-digit', month: 'short', timeZone: 'UTC' });
  return {
    money: (value) => money.format(Number(value)),
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    date: (value) => date.format(new Date(value)),
    time: (value) => time.format(new Date(value)),
    exactTime: (value) => exactTime.format(new Date(value)),
    dateTime: (value) => dateTime.format(new Date(value)),
    day: (value) => day.format(new Date(`${value}T00:00:00Z`)),
  };
}
