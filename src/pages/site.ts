import type { Config } from '../config.js';
import { accentStyle } from './accent.js';
import type { Site } from './page-renderer.js';

/** Whose pages they are, as the settings say. */
export function siteOf({ site, businessTimeZone }: Pick<Config, 'site' | 'businessTimeZone'>): Site {
  const { name, color, logoUrl } = site;
  return { name, logoUrl, style: color === undefined ? '' : accentStyle(color), timeZone: businessTimeZone };
}
