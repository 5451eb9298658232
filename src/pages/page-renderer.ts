import type { PriceFragment, RaffleBoxesQuery, RafflePageQuery } from '../generated/client/operations.js';

export type PageName = 'raffle' | 'draw' | 'dashboard';
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

/** Whose pages they are. */
export interface Site {
  name: string;
  logoUrl: string | undefined;
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

/** What writes the pages' HTML: `dist/web/server`, made of `src/web/server.tsx`. */
export interface PageRenderer {
  raffle(frame: PageFrame, data: RafflePageData): string;
  draw(frame: PageFrame, raffle: RaffleOfPage): string;
  dashboard(frame: PageFrame): string;
  notFound(frame: PageFrame): string;
  /** The database is away. */
  unavailable(frame: PageFrame): string;
}
