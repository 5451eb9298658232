// SQL: what every page reads, and a lock.
import type { SiteSettings as StoredSite } from '../generated/prisma/client.js';
import { columnsOfTable, selectList } from '../platform/database/column-statements.js';
import { statement } from '../platform/database/statement.js';
import type { NetworkLink } from './social-link.js';

/** Null where an operator has set nothing. */
export interface SiteRow extends Omit<StoredSite, 'id' | 'socialLinks'> {
  socialLinks: NetworkLink[];
}

export const EMPTY_SITE: SiteRow = {
  siteName: null,
  color: null,
  logoUrl: null,
  homeRaffleSlug: null,
  supportEmail: null,
  supportPhone: null,
  socialLinks: [],
  aboutText: null,
  termsText: null,
  privacyText: null,
  companyName: null,
  cnpj: null,
  showCompany: false,
  dpoName: null,
  dpoEmail: null,
  notes: null,
  metaPixelId: null,
  googleAnalyticsId: null,
  googleTagManagerId: null,
  googleAdsId: null,
  tiktokPixelId: null,
  kwaiPixelId: null,
  updatedAt: new Date(0),
};

const SELECT = `
  SELECT ${selectList(columnsOfTable('s', Object.keys(EMPTY_SITE)))} FROM site_settings s WHERE s.id = 1`;

/** A migration made the one row. */
export const selectSite = statement<SiteRow>('select_site', SELECT);

export const lockSite = statement<SiteRow>('lock_site', `${SELECT} FOR UPDATE`);
