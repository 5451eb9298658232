import type { App } from '../context.js';
import type { Faq, Notification } from '../generated/prisma/client.js';
import type { Database } from '../platform/database/database.js';
import { isDatabaseUnavailable } from '../platform/database/errors.js';
import { createReadThroughCache } from '../platform/read-through-cache.js';
import { EMPTY_SITE, selectSite, type SiteRow } from './site.sql.js';

const MAX_AGE_MS = 2_000;
export const MAX_FAQS = 200;
export const MAX_NOTIFICATIONS = 200;

export interface SiteSettings extends SiteRow {
  siteName: string;
}

export interface SiteView {
  settings: SiteSettings;
  /** That visitors see now, newest first. */
  notifications: Notification[];
  faqs: Faq[];
}

/** As visitors see it, cached for two seconds. */
export interface Site {
  settings(): SiteSettings | Promise<SiteSettings>;
  notifications(): Promise<Notification[]>;
  faqs(): Faq[] | Promise<Faq[]>;
  /** For pages. Without a database it is the last one read. */
  view(): Promise<SiteView>;
  drop(): void;
}

export function withEnvironment(row: SiteRow, { site }: App['config']): SiteSettings {
  return {
    ...row,
    siteName: row.siteName ?? site.name,
    color: row.color ?? site.color ?? null,
    logoUrl: row.logoUrl ?? site.logoUrl ?? null,
  };
}

export function createSite({ db, config }: Pick<App, 'db' | 'config'>): Site {
  const kept = <Value>(read: () => Promise<Value>) => createReadThroughCache({ maxAgeMs: MAX_AGE_MS, maxKeys: 1, load: read });
  const settings = kept(() => readSettings({ db, config }));
  const notifications = kept(() => readNotifications(db, { activeOnly: true }));
  const faqs = kept(() => readFaqs(db, { activeOnly: true }));
  let last: SiteView = { settings: withEnvironment(EMPTY_SITE, config), notifications: [], faqs: [] };

  return {
    settings: () => settings.get(''),
    notifications: async () => visibleNow(await notifications.get('')),
    faqs: () => faqs.get(''),
    async view() {
      try {
        const [ofSettings, ofNotifications, ofFaqs] = await Promise.all([settings.get(''), notifications.get(''), faqs.get('')]);
        last = { settings: ofSettings, notifications: ofNotifications, faqs: ofFaqs };
      } catch (error) {
        if (!isDatabaseUnavailable(error)) throw error;
      }
      return { ...last, notifications: visibleNow(last.notifications) };
    },
    drop() {
      for (const copy of [settings, notifications, faqs]) copy.drop('');
    },
  };
}

export async function readSettings({ db, config }: Pick<App, 'db' | 'config'>): Promise<SiteSettings> {
  const [row] = await db.query(selectSite);
  if (!row) throw new Error('the row of the settings is gone');
  return withEnvironment(row, config);
}

export function readFaqs({ prisma }: Pick<Database, 'prisma'>, { activeOnly }: { activeOnly: boolean }): Promise<Faq[]> {
  return prisma.faq.findMany({ where: activeOnly ? { active: true } : {}, orderBy: { position: 'asc' }, take: MAX_FAQS });
}

/** Newest first: ids begin with the time. */
export function readNotifications(
  { prisma }: Pick<Database, 'prisma'>,
  { activeOnly }: { activeOnly: boolean },
): Promise<Notification[]> {
  const where = activeOnly ? { active: true } : {};
  return prisma.notification.findMany({ where, orderBy: { id: 'desc' }, take: MAX_NOTIFICATIONS });
}

/** Now within [startsAt, endsAt). */
export function visibleNow(notifications: Notification[]): Notification[] {
  const now = new Date();
  return notifications.filter(
    ({ active, startsAt, endsAt }) => active && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt),
  );
}
