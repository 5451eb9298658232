import { MESSAGE_KINDS } from './message-kinds.js';
import * as shape from '../webhooks/event-shapes.js';

const templates = Object.keys(MESSAGE_KINDS)
  .filter((kind) => kind !== 'CODE')
  .map((kind) => kind.toLowerCase());

export const messageEvents = {
  'message.due': {
    description:
      'a message is due that the operators send themselves, as by a template of WhatsApp: only with WHATSAPP_MESSAGES, and only to '
      + 'endpoints that name it in `events`. Its body is deleted once it was delivered, or when it is too late.',
    data: shape.record({
      messageId: shape.described(shape.uuid, 'The same at every attempt: send one message for it.'),
      phone: shape.described({ type: 'string', pattern: '^\\+\\d{8,15}$' }, 'E.164: a phone that its buyer has proved.'),
      template: shape.described({ type: 'string', enum: templates }, 'What it tells.'),
      language: shape.described(shape.language, "The buyer's."),
      values: shape.described(
        { type: 'object', additionalProperties: shape.text },
        'What a text of it may have: `name`, `raffle`, `link` and others by the template, in the language.',
      ),
    }),
    sample: {
      messageId: shape.NOWHERE,
      phone: '+5500000000000',
      template: 'order_paid',
      language: 'pt-BR',
      values: { name: 'Maria', raffle: 'Moto zero', link: 'https://rifas.example.com/r/moto-zero' },
    },
  },
} satisfies Record<string, shape.EventDeclaration>;
