import { del, get, patch, post, type Route } from '../rest/route.js';

const SETTINGS = { with: { socialLinks: {} } };

export const siteRoutes: readonly Route[] = [
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
