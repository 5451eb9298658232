import type { TextPageName } from './text-pages.js';
import type { PriceFragment, SocialNetwork, RaffleBoxesQuery, RafflePageQuery } from '../generated/client/operations.js';

export type PageName = 'raffle' | 'draw' | 'dashboard' | 'text';
export type Language = 'pt-BR' | 'en';

/** The addresses of what a page loads. */
export interface PageAssets {
  /** Of a page that only stands there, none. */
  script: string | undefined;
  /** What the script imports at once. */
  preloads: readonly string[];
  styles: readonly string[];
  /** A style sheet that stands in the HTML instead, so that the first picture waits for nothing; may be empty. */
  css: string;
}

/** What visitors are told. */
export interface SiteNotice {
  /** Another one once it was changed. */
  key: string;
  title: string;
  body: string;
  link: string | null;
}

/** Whose pages they are, for all parts of them. */
export interface SiteOfPage {
  name: string;
  logoUrl: string | undefined;
  /** Those that have something to be read, and where. */
  textPages: readonly { name: TextPageName; path: string }[];
  email: string | null;
  /** E.164, on WhatsApp. */
  phone: string | null;
  links: readonly { network: SocialNetwork; url: string }[];
  /** Its name and its CNPJ, where the public is told. */
  company: string;
  /** The newest first, a few. */
  notices: readonly SiteNotice[];
  /** The page of the bank where codes are paid in development; null in production. */
  testBank: string | null;
}

/** The same with how all of it looks. */
export interface Site extends SiteOfPage {
  /** A style sheet with the operator's colour; empty for ours. */
  style: string;
  /** IANA name of the clock that times are of. */
  timeZone: string;
}

/** What every page is written with. */
export interface PageFrame {
  site: Site;
  language: Language;
  /** The reader asked for the language by `?lang=`, not only their browser. */
  isLanguageAsked: boolean;
  /** Scheme and host that readers reach us by. */
  origin: string;
  assets: PageAssets;
}

export type RaffleOfPage = NonNullable<RafflePageQuery['raffle']>;

/** All that a raffle's page shows to everybody alike. */
export interface RafflePageData {
  raffle: RaffleOfPage;
  boxes: RaffleBoxesQuery;
  /** What each of its `fastSelectionCards` costs, in their order; null for one that cannot be bought, as for a sum that PIX cannot carry. */
  cardPrices: readonly (PriceFragment | null)[];
}

/** What a page of texts says. */
export type TextPage =
  | { name: 'faq'; path: string; faqs: readonly { id: string; question: string; answer: string }[] }
  | { name: Exclude<TextPageName, 'faq'>; path: string; text: string };

/** What writes the pages' HTML: `dist/web/server`, made of `src/web/server.tsx`. */
export interface PageRenderer {
  raffle(frame: PageFrame, data: RafflePageData): string;
  draw(frame: PageFrame, raffle: RaffleOfPage): string;
  dashboard(frame: PageFrame): string;
  text(frame: PageFrame, page: TextPage): string;
  notFound(frame: PageFrame): string;
  /** There is no text for the page that was asked for. */
  noText(frame: PageFrame): string;
  /** The database is away. */
  unavailable(frame: PageFrame): string;
}
