import { randomUUID } from 'node:crypto';
import { createFaq, deleteFaq, updateFaq } from '../../src/site/faq.service.js';
import { createNotification, deleteNotification, updateNotification } from '../../src/site/notification.service.js';
import { findSettings, updateSettings } from '../../src/site/settings.service.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';

const QUESTION = { input: { question: 'Quando é o sorteio?', answer: 'No sábado.' } };
const TEXT = { input: { title: 'Sorteio adiado', body: 'Para o sábado.' } };
const aFaq = async ({ done }: ActStage) => ({ id: (await done('createFaq', QUESTION)).id });
const aNotification = async ({ done }: ActStage) => ({ id: (await done('createNotification', TEXT)).id });

export const site: FeatureTests = {
  operations: `
    settings            P      GET /v1/settings
    updateSettings      A(OM)  PATCH /v1/settings
    trackingInfo        P      GET /v1/tracking
    updateTrackingInfo  A(OM)  PATCH /v1/tracking
    notifications       P      GET /v1/notifications
    notification        P      GET /v1/notifications/{id}
    createNotification  A(OM)  POST /v1/notifications
    updateNotification  A(OM)  PATCH /v1/notifications/{id}
    deleteNotification  A(OM)  DELETE /v1/notifications/{id}
    faqs                P      GET /v1/faqs
    faq                 P      GET /v1/faqs/{id}
    createFaq           A(OM)  POST /v1/faqs
    updateFaq           A(OM)  PATCH /v1/faqs/{id}
    deleteFaq           A(OM)  DELETE /v1/faqs/{id}`,
  acts: {
    updateSettings: async () => ({ input: { siteName: `Rifas ${randomUUID().slice(0, 8)}` } }),
    updateTrackingInfo: async () => ({ input: { googleAnalyticsId: 'G-ABC1234567' } }),
    createFaq: async () => QUESTION,
    updateFaq: async (stage) => ({ ...(await aFaq(stage)), input: { answer: 'No domingo.' } }),
    deleteFaq: aFaq,
    createNotification: async () => TEXT,
    updateNotification: async (stage) => ({ ...(await aNotification(stage)), input: { title: 'Sorteio no domingo' } }),
    deleteNotification: aNotification,
  },
  matrix: async (stage) => ({ ids: { Faq: (await aFaq(stage)).id, Notification: (await aNotification(stage)).id } }),
  people({ admin }) {
    let notificationId = '';
    let faqId = '';
    return {
      'change the settings': () => updateSettings(admin, { siteName: 'Rifas da Ana' }),
      'read the settings': async () => findSettings(admin),
      'add a notification': async () => (notificationId = (await createNotification(admin, TEXT.input)).id),
      'change a notification': () => updateNotification(admin, notificationId, { body: 'Amanhã' }),
      'delete a notification': () => deleteNotification(admin, notificationId),
      'add a question': async () => (faqId = (await createFaq(admin, { ...QUESTION.input, position: 1 })).id),
      'move a question': () => updateFaq(admin, faqId, { position: 100 }),
      'delete a question': () => deleteFaq(admin, faqId),
    };
  },
  lists: () => ({ notifications: { isPublic: true }, faqs: { isPublic: true } }),
};
