import type { ShopAsked, ShopPart } from '../addresses/shop-address.js';
import type { TextPageName } from '../addresses/text-pages.js';
import type { Receipt } from '../pictures/receipt-pdf.js';

export type { Receipt, ReceiptPart } from '../pictures/receipt-pdf.js';

export type { ShopAsked };
import type {
  DrawStateFragment,
  LastBuyersQuery,
  NumberByLinkQuery,
  OrderByLinkQuery,
  MessageKind,
  PriceFragment,
  RaffleBoxesQuery,
  RafflePageQuery,
  RegulationPageQuery,
  ShopCardFragment,
  SocialNetwork,
  WinnerCardFragment,
} from '../generated/client/operations.js';

export type PageName = 'shop' | 'account' | 'raffle' | 'draw' | 'order' | 'dashboard' | 'text';
export type Language = 'pt-BR' | 'en';

export interface PageAssets {
  script: string | undefined;
  preloads: readonly string[];
  styles: readonly string[];
  /** Inline, so that the first rendering waits for nothing. */
  css: string;
}

export interface SiteNotice {
  key: string;
  title: string;
  body: string;
  link: string | null;
}

export interface SiteOfPage {
  name: string;
  logoUrl: string | undefined;
  textPages: readonly { name: TextPageName; path: string }[];
  email: string | null;
  phone: string | null;
  links: readonly { network: SocialNetwork; url: string }[];
  company: string;
  officer: Officer | null;
  notices: readonly SiteNotice[];
  testBank: string | null;
  isDevelopment: boolean;
  /** New orders are paid where nobody reports payments: an operator confirms each. */
  isPaidByHand: boolean;
  /** Codes reach phones: somebody sends them. */
  hasPhoneCodes: boolean;
  /** Buyers who give an e-mail address need no password. */
  hasEmailCodes: boolean;
  /** The list of all raffles. */
  shopPath: string;
  iconUrl: string;
}

export interface Site extends SiteOfPage {
  style: string;
  timeZone: string;
}

export interface PageFrame {
  site: Site;
  language: Language;
  isLanguageAsked: boolean;
  origin: string;
  assets: PageAssets;
}

export type RaffleOfPage = NonNullable<RafflePageQuery['raffle']>;

export interface DrawPageData {
  raffle: RaffleOfPage;
  /** Null before the freeze. */
  draw: DrawStateFragment | null;
  /** The beacon's chain that this service draws with. */
  chainHash: string;
}

export interface RafflePageData extends DrawPageData {
  boxes: RaffleBoxesQuery;
  /** In the order of `fastSelectionCards`; null for more than PIX can carry. */
  cardPrices: readonly (PriceFragment | null)[];
  /** Null: the raffle does not show them. */
  lastBuyers: LastBuyersQuery | null;
}

export interface RegulationPageData {
  raffle: NonNullable<RegulationPageQuery['raffle']>;
  regulation: RegulationPageQuery['raffleRegulation'];
}

export interface ShopSection {
  part: ShopPart;
  raffles: readonly ShopCardFragment[];
  /** Where the rest begins; null: this is all. */
  after: string | null;
}

export interface ShopPageData {
  search: string | null;
  categoryId: string | null;
  /** Only this part is shown; null: the beginning of each. */
  part: ShopPart | null;
  categories: readonly { id: string; name: string }[];
  highlighted: ShopCardFragment | null;
  /** Without those that have no raffle. */
  sections: readonly ShopSection[];
  winners: readonly WinnerCardFragment[];
}

export interface WinnersPageData {
  winners: readonly WinnerCardFragment[];
  after: string | null;
  isFirst: boolean;
}

export interface OrderPageData {
  /** Of the link. */
  token: string;
  /** A cursor in the list of numbers. */
  after: string | null;
  order: NonNullable<OrderByLinkQuery['orderByLink']>;
}

export interface NumberPageData {
  token: string;
  ticket: NonNullable<NumberByLinkQuery['luckyNumberByLink']>;
}

export interface MessagesPageData {
  token: string;
  wanted: readonly MessageKind[];
  isSaved: boolean;
}

export type TextPage =
  | { name: 'faq'; path: string; faqs: readonly { id: string; question: string; answer: string }[] }
  | { name: 'about' | 'terms'; path: string; text: string }
  | { name: 'privacy'; path: string; text: string; kept: readonly KeptForDays[] };

/** What the service deletes by itself. */
export type KeptForDays = { days: number } & Readonly<Record<Language, { data: string; purpose: string }>>;

/** Who answers for personal data. */
export interface Officer {
  name: string | null;
  email: string | null;
}

/** `dist/web/server`, built from `src/web/server.tsx`. */
export interface PageRenderer {
  raffle(frame: PageFrame, data: RafflePageData): string;
  draw(frame: PageFrame, data: DrawPageData): string;
  regulation(frame: PageFrame, data: RegulationPageData): string;
  shop(frame: PageFrame, data: ShopPageData): string;
  winners(frame: PageFrame, data: WinnersPageData): string;
  account(frame: PageFrame): string;
  order(frame: PageFrame, data: OrderPageData): string;
  /** In the words of the page. */
  receipt(frame: PageFrame, data: OrderPageData, numbers: readonly string[]): Receipt;
  ticket(frame: PageFrame, data: NumberPageData): string;
  dashboard(frame: PageFrame): string;
  text(frame: PageFrame, page: TextPage): string;
  messages(frame: PageFrame, data: MessagesPageData): string;
  notFound(frame: PageFrame): string;
  noOrder(frame: PageFrame): string;
  noText(frame: PageFrame): string;
  noPage(frame: PageFrame): string;
  failed(frame: PageFrame): string;
  refused(frame: PageFrame, message: string): string;
  unavailable(frame: PageFrame): string;
}
