// SQL: what every page reads, and a lock.
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
import type { TrackingIds } from './settings.type.js';
import type { NetworkLink } from './social-link.js';

/** Settings; null when an operator has not set them. */
export interface SiteFields {
  siteName: string | null;
  /** `#rrggbb`, lower case. */
  color: string | null;
  logoUrl: string | null;
  supportEmail: string | null;
  /** E.164. */
  supportPhone: string | null;
  /** Each network once. */
  socialLinks: NetworkLink[];
  aboutText: string | null;
  termsText: string | null;
  privacyText: string | null;
  companyName: string | null;
  /** Fourteen digits and capital letters. */
  cnpj: string | null;
  /** Whether the public sees the two above. */
  showCompany: boolean;
  notes: string | null;
}

export interface SiteRow extends SiteFields, TrackingIds {
  updatedAt: Date;
}

const COLUMNS = columnsOfTable<keyof SiteRow>('s', [
  'siteName',
  'color',
  'logoUrl',
  'supportEmail',
  'supportPhone',
  'socialLinks',
  'aboutText',
  'termsText',
  'privacyText',
  'companyName',
  'cnpj',
  'showCompany',
  'notes',
  'metaPixelId',
  'googleAnalyticsId',
  'googleTagManagerId',
  'googleAdsId',
  'tiktokPixelId',
  'kwaiPixelId',
  'updatedAt',
]);

/** A migration made the one row. */
export const selectSite = statement<SiteRow>('select_site', `SELECT ${selectList(COLUMNS)} FROM site_settings s WHERE s.id = 1`);

/** Locks it until the transaction ends. */
export const lockSite = statement<SiteRow>(
  'lock_site',
  `SELECT ${selectList(COLUMNS)} FROM site_settings s WHERE s.id = 1 FOR UPDATE`,
);
