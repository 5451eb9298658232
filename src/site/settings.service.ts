import { parseCnpj } from '@brazilian-utils/brazilian-utils';
import type { Context } from '../context.js';
import { parsePhone } from '../users/phone.js';
import { changeFields } from './change-site.js';
import type { UpdateSettingsInput } from './settings.input.js';
import { selectSite, type SiteFields } from './site-settings.sql.js';
import { withEnvironment, type SiteSettings } from './site.js';
import { networkUrl } from './social-link.js';
import type { TrackingIds } from './tracking-ids.js';

/** The settings: to operators as they stand at this moment, to others as the process keeps them for everybody. */
export function findSettings(ctx: Context): SiteSettings | Promise<SiteSettings> {
  return ctx.principal.role === 'ADMIN' ? readSettings(ctx) : ctx.site.settings();
}

/** Changes what the input brings; audited. Its rules are those of the input: all that is wrong is told at once. */
export function updateSettings(ctx: Context, input: UpdateSettingsInput): Promise<SiteSettings> {
  return changeFields(ctx, 'updateSettings', fieldsOf(input));
}

/** Changes what the input brings; audited. */
export function updateTrackingInfo(ctx: Context, input: Partial<TrackingIds>): Promise<SiteSettings> {
  // Nothing but the ids, whatever class they came in.
  return changeFields(ctx, 'updateTrackingInfo', { ...input });
}

async function readSettings({ db, config }: Context): Promise<SiteSettings> {
  const [row] = await db.query(selectSite);
  if (!row) throw new Error('the row of the settings is gone');
  return withEnvironment(row, config);
}

/** Fields as they are kept: texts without spaces around, a blank one as none. */
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
