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
import { readSettings, type SiteSettings, withEnvironment } from './site.js';
import { lockSite, selectSite, type SiteRow } from './site.sql.js';
import { networkUrl } from './social-link.js';

/** Current for operators, cached for others. */
export function findSettings(ctx: Context): SiteSettings | Promise<SiteSettings> {
  return ctx.principal.role === 'ADMIN' ? readSettings(ctx) : ctx.site.settings();
}

export function updateSettings(ctx: Context, input: UpdateSettingsInput): Promise<SiteSettings> {
  return changeFields(ctx, 'updateSettings', fieldsOf(input));
}

export function updateTrackingInfo(ctx: Context, input: Partial<TrackingIds>): Promise<SiteSettings> {
  return changeFields(ctx, 'updateTrackingInfo', { ...input });
}

/** Blank texts become null. */
function fieldsOf({ socialLinks, showCompany, ...texts }: UpdateSettingsInput): Partial<SiteRow> {
  const fields: Partial<SiteRow> = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text?.trim() || null]));
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

/** The lock runs changes one at a time, so that lists stay bounded and without gaps. */
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

/** Audited. Does nothing when nothing differs. */
function changeFields(
  ctx: Context,
  action: 'updateSettings' | 'updateTrackingInfo',
  asked: Partial<SiteRow>,
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
    for (const { settingsChanged } of ctx.features) await settingsChanged?.(ctx, tx, Object.keys(changes));
    const [after = before] = await tx.query(selectSite);
    return withEnvironment(after, ctx.config);
  });
}

function withAddresses(fields: Partial<SiteRow>): object {
  const { socialLinks } = fields;
  return socialLinks ? { ...fields, socialLinks: socialLinks.map(({ url }) => url) } : fields;
}
