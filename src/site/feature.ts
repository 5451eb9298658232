import { defineFeature } from '../feature.js';
import { users } from '../users/feature.js';
import { FaqResolver } from './faq.resolver.js';
import { NotificationResolver } from './notification.resolver.js';
import { SettingsResolver } from './settings.resolver.js';
import { createSite, type Site } from './site.js';
import { siteRoutes } from './site.routes.js';
import { siteTexts } from './site.texts.js';

declare module '../context.js' {
  interface App {
    /** The settings, texts and announcements that everybody reads. */
    site: Site;
  }
}

export const site = defineFeature('site', {
  needs: [users],
  texts: siteTexts,
  parts: (app) => ({ site: createSite(app) }),
  resolvers: [FaqResolver, NotificationResolver, SettingsResolver],
  rest: siteRoutes,
});
