import { announceDraws, remindOfOrders } from '../../src/messages/due-messages.js';
import { chooseMyMessages, findMyChoices } from '../../src/messages/message-choices.service.js';
import { listTexts, resetText, setText } from '../../src/messages/message-texts.service.js';
import { optOutToken } from '../../src/messages/opt-out-links.js';
import { messageFigures } from '../../src/messages/message-figures.js';
import { listMessagesOf, resendMessage } from '../../src/messages/user-messages.service.js';
import { createSending, sendMessages } from '../../src/messages/send-messages.js';
import type { FeatureTests } from '../features.js';
import { aSentMessage } from '../support/sent-messages.js';

const TESTS = ['test/messages.test.ts'];
const KEY = { kind: 'ORDER_PAID', language: 'PT_BR' } as const;
const TEXT = { ...KEY, subject: 'Pago, {name}', body: 'Recebemos {total}.' };
const CHOICE = { wanted: ['PRIZE_WON' as const] };

export const messages: FeatureTests = {
  operations: `
    messageChoices     P       -
    myMessageChoices   U       GET /v1/users/messages
    chooseMyMessages   U       PATCH /v1/users/messages
    messageTexts       A(OMS)  GET /v1/messages/texts
    updateMessageText  A(OM)   PATCH /v1/messages/texts
    previewMessage     A(OMS)  POST /v1/messages/texts/preview
    resetMessageText   A(OM)   POST /v1/messages/texts/reset
    messagesOfUser     A       GET /v1/users/{userId}/messages
    resendMessage      A(OS)   POST /v1/messages/{id}/resend`,
  events: { own: ['message.due'] },
  acts: {
    updateMessageText: async () => ({ input: TEXT }),
    resetMessageText: async ({ server }) => {
      const { subject, body, kind } = TEXT;
      await server.app.db.prisma.messageText.create({ data: { kind, language: 'pt-BR', subject, body } });
      return { input: KEY };
    },
    resendMessage: async ({ server }) => ({ id: (await aSentMessage(server)).id }),
  },
  matrix: async ({ server }) => ({
    calls: {
      messageChoices: () => ({ token: optOutToken(server.app, 'maria@example.com') }),
      chooseMyMessages: () => ({ input: CHOICE }),
      previewMessage: () => ({ input: TEXT }),
    },
  }),
  people: ({ admin, buyer, of }) => ({
    'change the text of a message': () => setText(admin, TEXT),
    'read the texts of messages': () => listTexts(admin),
    'reset the text of a message': () => resetText(admin, KEY),
    'choose messages': () => chooseMyMessages(buyer, CHOICE),
    'see which messages come': () => findMyChoices(buyer),
    'see what was sent to a buyer': () => listMessagesOf(admin, of.buyer.id, of.paidOrderId, { first: 20 }),
    async 'send a message once more'() {
      const { id } = await aSentMessage({ app: admin }, of.buyer.id, 'ORDER_REFUNDED', of.paidOrderId);
      await resendMessage(admin, id);
    },
  }),
  rounds: ({ app }) => {
    // Nobody answers there.
    app.mail.sendBy('smtp://127.0.0.1:9', 'Rifas <rifas@example.com>');
    return {
      'messages.reminding': () => remindOfOrders(app),
      'messages.announcing': () => announceDraws(app),
      'figures of messages': () => messageFigures(app).read(),
      'messages.sending': () => sendMessages(app, createSending()),
    };
  },
  lists: ({ uuid }) => ({ messageTexts: {}, messagesOfUser: { after: [uuid] } }),
  faults: {
    'src/messages/message.sql.ts': [
      {
        name: 'a later message of a person overtakes one that waits',
        find: 'AND e.id < m.id AND e.not_before <= now()))',
        replace: 'AND e.id < m.id AND e.not_before > now()))',
        tests: TESTS,
      },
      {
        name: 'a code waits behind what can wait',
        find: 'ORDER BY m.priority, m.next_attempt_at LIMIT',
        replace: 'ORDER BY m.next_attempt_at LIMIT',
        tests: TESTS,
      },
      {
        name: 'who does not want a kind gets it',
        find: 'AND x.kind = $3::message_kind)`',
        replace: 'AND x.kind <> $3::message_kind)`',
        tests: TESTS,
      },
      {
        name: 'money that went back comes beside a whole order that was refunded',
        find: "WHERE f.id = ANY ($1::text[]) AND o.status <> 'REFUNDED'",
        replace: 'WHERE f.id = ANY ($1::text[])',
        tests: TESTS,
      },
      {
        name: 'a letter tells what is in boxes that nobody has opened',
        find: 'AND x.shown_at IS NOT NULL AND x.state IN',
        replace: 'AND x.state IN',
        tests: TESTS,
      },
      {
        name: 'nobody bounds the reminders to one address',
        find: "AND m.status = 'SENT' AND m.ended_at",
        replace: "AND m.status = 'DEAD' AND m.ended_at",
        tests: TESTS,
      },
    ],
    'src/messages/mail.ts': [
      {
        name: 'a mailbox that is busy ends a message',
        find: "responseCode >= 500 ? 'NEVER'",
        replace: "responseCode >= 400 ? 'NEVER'",
        tests: TESTS,
      },
      {
        name: 'a mail server that closes counts as a refusal of the letter',
        find: 'responseCode === undefined || responseCode === CLOSING || !isOfLetter',
        replace: 'responseCode === undefined || !isOfLetter',
        tests: TESTS,
      },
      {
        name: 'each attempt has a Message-ID of its own',
        find: 'messageId: `<${id}@',
        replace: 'messageId: `<${id}.${Math.random()}@',
        tests: TESTS,
      },
    ],
    'src/messages/opt-out-links.ts': [
      {
        name: 'anybody can make the link of an address',
        find: 'const isOurs = config.encryptionKeys.some((key) => constantTimeEqual(macOf(key, hash), bytes.subarray(HASH_BYTES)));',
        replace: 'const isOurs = config.encryptionKeys.length > 0;',
        tests: TESTS,
      },
    ],
    'src/auth/email-codes.ts': [
      {
        name: 'a code by e-mail logs in to the first account of the phone',
        find: 'if (tried?.isRight) right ??= { id, email };',
        replace: 'right ??= { id, email };',
        tests: TESTS,
      },
    ],
    'src/users/account-of-phone.service.ts': [
      {
        name: 'a stranger keeps the password of an account whose address another proves',
        find: 'const isTheirs = known.includes(account.id);\n  const id',
        replace: 'const isTheirs = true;\n  const id',
        tests: TESTS,
      },
      {
        name: 'an e-mail address takes along the accounts of its phone that have another',
        find: '(account) => account.email === email && !account.blockedAt,',
        replace: '(account) => !account.blockedAt,',
        tests: TESTS,
      },
    ],
  },
};
