import { defineFeature } from '../feature.js';
import { luckyNumbers } from '../lucky-numbers/feature.js';
import { orders } from '../orders/feature.js';
import { createWakeUp, type WakeUp } from '../platform/wake-up.js';
import { get, patch, post, type Route } from '../rest/route.js';
import { site } from '../site/feature.js';
import { users } from '../users/feature.js';
import { webhooks } from '../webhooks/feature.js';
import { wonPrizes } from '../won-prizes/feature.js';
import { announceDraws, remindOfOrders } from './due-messages.js';
import { createMail, type Mail } from './mail.js';
import { messageEvents } from './message-events.js';
import { messageFigures } from './message-figures.js';
import { MessageChoicesResolver, MessageTextResolver } from './message.resolver.js';
import { dropMessagesOf, endOverdueMessages, purgeMessages, selectPersonalMessages } from './message.sql.js';
import { messagesTexts } from './messages.texts.js';
import { createSending, sendMessages, type Sending } from './send-messages.js';
import { mountUnsubscribe } from './unsubscribe.route.js';
import { UserMessageResolver } from './user-messages.resolver.js';
import { tellOfEvents } from './write-messages.js';

const messageRoutes: readonly Route[] = [
  get('/v1/users/messages', 'myMessageChoices'),
  patch('/v1/users/messages', 'chooseMyMessages'),
  get('/v1/messages/texts', 'messageTexts'),
  patch('/v1/messages/texts', 'updateMessageText'),
  post('/v1/messages/texts/preview', 'previewMessage', { status: 200 }),
  post('/v1/messages/texts/reset', 'resetMessageText', { status: 200 }),
  get('/v1/users/:userId/messages', 'messagesOfUser'),
  post('/v1/messages/:id/resend', 'resendMessage', { status: 200 }),
];

declare module '../context.js' {
  interface App {
    mail: Mail;
    messageWakeUp: WakeUp;
    messageSending: Sending;
  }
}

declare module '../webhooks/webhook-event.type.js' {
  interface WebhookEvents extends Record<keyof typeof messageEvents, true> {}
}

export const messages = defineFeature('messages', {
  needs: [webhooks, users, site, orders, luckyNumbers, wonPrizes],
  parts: ({ config }) => ({ mail: createMail(config), messageWakeUp: createWakeUp(), messageSending: createSending() }),
  close: ({ mail }) => mail.close(),
  texts: messagesTexts,
  resolvers: [MessageChoicesResolver, MessageTextResolver, UserMessageResolver],
  rest: messageRoutes,
  http: { forBrowsers: mountUnsubscribe },
  openapi: { tags: { messages: 'E-mails to buyers, and their texts.' } },
  events: messageEvents,
  hears: {
    events: tellOfEvents,
    tells: ({ mail }, type) => type === 'email.code_requested' && mail.isOn,
  },
  workers: [
    {
      name: 'messages.sending',
      everyMs: 1_000,
      run: (app) => sendMessages(app, app.messageSending),
      wakeUp: ({ messageWakeUp }) => messageWakeUp,
    },
    { name: 'messages.reminding', everyMs: 15_000, run: remindOfOrders },
    { name: 'messages.announcing', everyMs: 60_000, run: announceDraws },
  ],
  figures: (app) => [messageFigures(app)],
  retention: [
    { statement: endOverdueMessages, days: 1, ofPerson: null },
    {
      statement: purgeMessages,
      days: 90,
      ofPerson: {
        'pt-BR': {
          data: 'Que mensagens foram enviadas, sem o texto',
          purpose: 'Não enviar a mesma duas vezes e responder dúvidas',
        },
        en: { data: 'Which messages were sent, without their text', purpose: 'To send none twice, and to answer questions' },
      },
    },
  ],
  forgets: [dropMessagesOf],
  personalData: { messages: { rows: selectPersonalMessages } },
  sealed: [{ table: 'messages', column: 'sealed', key: 'id', keyType: 'uuid' }],
  logEvents: {
    'messages.sending.failed': {
      level: 'error',
      advice: 'Some messages to buyers wait for up to five minutes and are sent then. Read `err` and check PostgreSQL.',
    },
    'messages.reminding.failed': {
      level: 'error',
      advice:
        'No reminders of unpaid orders are written until the next attempt, 15 seconds later. Read `err` and check PostgreSQL.',
    },
    'messages.announcing.failed': {
      level: 'error',
      advice:
        'No messages about the next draws are written until the next attempt, a minute later. Read `err` and check PostgreSQL.',
    },
    'messages.server.away': {
      level: 'warn',
      advice:
        'The mail server of `SMTP_URL` refuses all mail, or does not answer; `error` has its code. No message is lost: they are sent once it is back, in their order. With `EAUTH`, check the user and the password in `SMTP_URL`; with 5 and two digits after `EENVELOPE`, check `MAIL_FROM`.',
    },
    'messages.server.back': { level: 'info', advice: 'Nothing to do.' },
  },
});
