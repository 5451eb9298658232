import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of the site: its settings, tracking ids, notifications and FAQs. */
export const siteRoutes: readonly Route[] = [
  route('GET /v1/settings', run.SettingsDocument, 200, (data) => data.settings),
  route('PATCH /v1/settings', run.UpdateSettingsDocument, 200, (data) => data.updateSettings),
  route('GET /v1/tracking', run.TrackingInfoDocument, 200, (data) => data.trackingInfo),
  route('PATCH /v1/tracking', run.UpdateTrackingInfoDocument, 200, (data) => data.updateTrackingInfo),
  route('GET /v1/notifications', run.NotificationsDocument, 200, (data) => data.notifications),
  route('POST /v1/notifications', run.CreateNotificationDocument, 201, (data) => data.createNotification),
  route('GET /v1/notifications/:id', run.NotificationDocument, 200, (data) => data.notification),
  route('PATCH /v1/notifications/:id', run.UpdateNotificationDocument, 200, (data) => data.updateNotification),
  route('DELETE /v1/notifications/:id', run.DeleteNotificationDocument, 200, (data) => data.deleteNotification),
  route('GET /v1/faqs', run.FaqsDocument, 200, (data) => data.faqs),
  route('POST /v1/faqs', run.CreateFaqDocument, 201, (data) => data.createFaq),
  route('GET /v1/faqs/:id', run.FaqDocument, 200, (data) => data.faq),
  route('PATCH /v1/faqs/:id', run.UpdateFaqDocument, 200, (data) => data.updateFaq),
  route('DELETE /v1/faqs/:id', run.DeleteFaqDocument, 200, (data) => data.deleteFaq),
];
