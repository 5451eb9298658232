// SQL: what every page reads, and a lock.
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
import type { TrackingIds } from './settings.type.js';
import type { NetworkLink } from './social-link.js';

/** What operators say of the site; null is what nobody has set. */
export interface SiteFields {
  siteName: string | null;
  /** `#rrggbb`, in small letters. */
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

/** The one row, which a migration made. */
export const selectSite = statement<SiteRow>('select_site', `SELECT ${selectList(COLUMNS)} FROM site_settings s WHERE s.id = 1`);

/** The same, locked until the transaction ends: the site is changed by one transaction at a time. */
export const lockSite = statement<SiteRow>(
  'lock_site',
  `SELECT ${selectList(COLUMNS)} FROM site_settings s WHERE s.id = 1 FOR UPDATE`,
);
