import type { App } from '../context.js';
import { defineFeature } from '../feature.js';
import type { Transaction } from '../platform/database/database.js';
import { del, get, patch, post, type Route } from '../rest/route.js';
import { users } from '../users/feature.js';
import { FaqResolver } from './faq.resolver.js';
import { NotificationResolver } from './notification.resolver.js';
import { SettingsResolver } from './settings.resolver.js';
import { createSite, type Site } from './site.js';
import { siteTexts } from './site.texts.js';

const SETTINGS = { with: { socialLinks: {} } };

const siteRoutes: readonly Route[] = [
  get('/v1/settings', 'settings', SETTINGS),
  patch('/v1/settings', 'updateSettings', SETTINGS),
  get('/v1/tracking', 'trackingInfo'),
  patch('/v1/tracking', 'updateTrackingInfo'),
  get('/v1/notifications', 'notifications'),
  post('/v1/notifications', 'createNotification'),
  get('/v1/notifications/:id', 'notification'),
  patch('/v1/notifications/:id', 'updateNotification'),
  del('/v1/notifications/:id', 'deleteNotification'),
  get('/v1/faqs', 'faqs'),
  post('/v1/faqs', 'createFaq'),
  get('/v1/faqs/:id', 'faq'),
  patch('/v1/faqs/:id', 'updateFaq'),
  del('/v1/faqs/:id', 'deleteFaq'),
];

declare module '../feature.js' {
  interface FeatureDeclaration {
    /** In the transaction that changed these settings. */
    settingsChanged?(app: App, tx: Transaction, changed: readonly string[]): Promise<void>;
  }
}

declare module '../context.js' {
  interface App {
    site: Site;
  }
}

export const site = defineFeature('site', {
  needs: [users],
  texts: siteTexts,
  parts: (app) => ({ site: createSite(app) }),
  sharedReads: { site: ['settings'] },
  resolvers: [FaqResolver, NotificationResolver, SettingsResolver],
  openapi: {
    tags: {
      faqs: 'Frequently asked questions and their answers.',
      notifications: 'Messages for the visitors of the site.',
      settings: 'The settings and texts of the site.',
      tracking: 'The ids of the tools that count visitors of the site.',
    },
  },
  rest: siteRoutes,
});
