import { randomUUID } from 'node:crypto';
import type { ActStage, OperatorAct } from './operator-acts.js';

const aQuestion = async () => ({ input: { question: 'Quando é o sorteio?', answer: 'No sábado.' } });
const aFaq = async (stage: ActStage) => ({ id: (await stage.done('createFaq', await aQuestion())).id });
const aText = async () => ({ input: { title: 'Sorteio adiado', body: 'Para o sábado.' } });
const aNotification = async (stage: ActStage) => ({ id: (await stage.done('createNotification', await aText())).id });

/** What the site says of itself, and what it tells its visitors. */
export const siteActs: Record<string, OperatorAct> = {
  updateSettings: async () => ({ input: { siteName: `Rifas ${randomUUID().slice(0, 8)}` } }),
  updateTrackingInfo: async () => ({ input: { googleAnalyticsId: 'G-ABC1234567' } }),
  createFaq: aQuestion,
  updateFaq: async (stage) => ({ ...(await aFaq(stage)), input: { answer: 'No domingo.' } }),
  deleteFaq: aFaq,
  createNotification: aText,
  updateNotification: async (stage) => ({ ...(await aNotification(stage)), input: { title: 'Sorteio no domingo' } }),
  deleteNotification: aNotification,
};
