import { isDeepStrictEqual } from 'node:util';
import { parseCnpj } from '@brazilian-utils/brazilian-utils';
import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { actorOf } from '../platform/principal.js';
import { shownChanges } from '../platform/shown-changes.js';
import { parsePhone } from '../users/person.js';
import type { UpdateSettingsInput } from './settings.input.js';
import type { TrackingIds } from './settings.type.js';
import { type SiteSettings, withEnvironment } from './site.js';
import { lockSite, selectSite, type SiteFields, type SiteRow } from './site.sql.js';
import { networkUrl } from './social-link.js';

/** Current for operators, cached for others. */
export function findSettings(ctx: Context): SiteSettings | Promise<SiteSettings> {
  return ctx.principal.role === 'ADMIN' ? readSettings(ctx) : ctx.site.settings();
}

/** Audited. The input class checks the fields. */
export function updateSettings(ctx: Context, input: UpdateSettingsInput): Promise<SiteSettings> {
  return changeFields(ctx, 'updateSettings', fieldsOf(input));
}

/** Audited. */
export function updateTrackingInfo(ctx: Context, input: Partial<TrackingIds>): Promise<SiteSettings> {
  // A plain object of the ids.
  return changeFields(ctx, 'updateTrackingInfo', { ...input });
}

async function readSettings({ db, config }: Context): Promise<SiteSettings> {
  const [row] = await db.query(selectSite);
  if (!row) throw new Error('the row of the settings is gone');
  return withEnvironment(row, config);
}

/** Trimmed texts; blank ones become null. */
function fieldsOf({ socialLinks, showCompany, ...texts }: UpdateSettingsInput): Partial<SiteFields> {
  const fields: Partial<SiteFields> = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, text?.trim() || null]),
  );
  if (fields.color) fields.color = fields.color.toLowerCase();
  if (fields.supportPhone) fields.supportPhone = parsePhone(fields.supportPhone) ?? null;
  if (fields.cnpj) fields.cnpj = parseCnpj(fields.cnpj, { version: 2 });
  if (showCompany !== undefined) fields.showCompany = showCompany ?? false;
  if (socialLinks !== undefined) {
    fields.socialLinks = (socialLinks ?? []).flatMap(({ network, link }) => {
      const url = networkUrl(network, link);
      return url === undefined ? [] : [{ network, url }];
    });
  }
  return fields;
}

/** Changes the site in a transaction. The lock makes such changes run one at a time, so lists stay bounded and without gaps. */
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

/** Updates the settings' row; audited with the old values. Does nothing when nothing differs. */
function changeFields(
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

/** The audit entry shows links as addresses. */
function withAddresses(fields: Partial<SiteFields>): object {
  const { socialLinks } = fields;
  return socialLinks ? { ...fields, socialLinks: socialLinks.map(({ url }) => url) } : fields;
}
