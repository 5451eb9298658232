import { isDeepStrictEqual } from 'node:util';
import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { actorOf } from '../platform/principal.js';
import { shownChanges } from '../platform/shown-changes.js';
import { lockSite, selectSite, type SiteFields, type SiteRow } from './site-settings.sql.js';
import { withEnvironment, type SiteSettings } from './site.js';
import type { TrackingIds } from './tracking-ids.js';

/** One transaction that changes something of the site: one at a time, so that lists stay bounded and without gaps. */
export async function changingSite<Changed>(
  ctx: Context,
  change: (tx: Transaction, before: SiteRow) => Promise<Changed>,
): Promise<Changed> {
  return ctx.db.transaction(async (tx) => {
    tx.afterCommit(() => ctx.site.drop());
    const [before] = await tx.query(lockSite);
    if (!before) throw new Error('the row of the settings is gone');
    return change(tx, before);
  });
}

/** Sets fields of the one row; audited, with what they were. Where nothing differs nothing is done. */
export function changeFields(
  ctx: Context,
  action: 'updateSettings' | 'updateTrackingInfo',
  asked: Partial<SiteFields & TrackingIds>,
): Promise<SiteSettings> {
  return changingSite(ctx, async (tx, before) => {
    const entries = Object.entries(asked).filter(([name, value]) => !isDeepStrictEqual(before[name as keyof SiteRow], value));
    if (entries.length === 0) return withEnvironment(before, ctx.config);
    const changes = Object.fromEntries(entries) as typeof asked;
    await writeAudit(tx, {
      by: actorOf(ctx),
      action,
      subjectType: 'site',
      subjectId: '1',
      details: shownChanges(withAddresses(before), withAddresses(changes)),
    });
    const { socialLinks, ...plain } = changes;
    const links = socialLinks && { socialLinks: socialLinks.map(({ network, url }) => ({ network, url })) };
    await tx.prisma.siteSettings.update({ where: { id: 1 }, data: { ...plain, ...links, updatedAt: new Date() } });
    const [after = before] = await tx.query(selectSite);
    return withEnvironment(after, ctx.config);
  });
}

/** Links as an entry tells them: their addresses. */
function withAddresses(fields: Partial<SiteFields>): object {
  const { socialLinks } = fields;
  return socialLinks ? { ...fields, socialLinks: socialLinks.map(({ url }) => url) } : fields;
}
