import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import type { MessageChannel, MessageKind } from '../generated/prisma/enums.js';
import { seal } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import type { Language } from '../platform/language.js';
import type { OutgoingEvent } from '../webhooks/outbox.js';
import type { WebhookEventType } from '../webhooks/webhook-event.type.js';
import { MESSAGE_KINDS, PRIORITIES } from './message-kinds.js';
import { insertCodeMessage, insertMessages, selectBuyersOfRefunds, winsOf } from './message.sql.js';
import { afterQuietHours } from './quiet-hours.js';

export interface MessageToWrite {
  kind: Exclude<MessageKind, 'CODE'>;
  userId: string;
  /** What it tells of. */
  subject: string;
  /** @default the days of its kind from now */
  endsAt?: Date;
}

const DAY_MS = 86_400_000;
const TOLD: Partial<Record<WebhookEventType, [kind: MessageToWrite['kind'], subject: 'orderId' | 'wonPrizeId']>> = {
  'order.paid': ['ORDER_PAID', 'orderId'],
  'order.refunded': ['ORDER_REFUNDED', 'orderId'],
  'prize.won': ['PRIZE_WON', 'wonPrizeId'],
  'prize.delivered': ['PRIZE_DELIVERED', 'wonPrizeId'],
};

/** One message for all that an order won at once: a buyer may open a hundred boxes. */
const isOfOrder = (type: WebhookEventType, { kind }: Record<string, string>): boolean => type === 'prize.won' && kind !== 'DRAW';

/** The ways by which messages go now. */
export function channelsOf({ mail, config }: Pick<App, 'mail' | 'config'>): MessageChannel[] {
  return [...(mail.isOn ? (['EMAIL'] as const) : []), ...(config.messages.byWhatsapp ? (['WHATSAPP'] as const) : [])];
}

/** In the transaction that makes the events: nothing that happened stays untold, and nothing is told that did not happen. */
export async function tellOfEvents(app: App, tx: Transaction, events: readonly OutgoingEvent[]): Promise<void> {
  const messages = events.flatMap(({ type, data }): MessageToWrite[] => {
    const [kind, subject] = TOLD[type] ?? [];
    if (!kind || !subject) return [];
    const record = data as Record<string, string>;
    return [{ kind, userId: record.userId!, subject: isOfOrder(type, record) ? winsOf(record.orderId!) : record[subject]! }];
  });
  await writeMessages(app, tx, [...messages, ...(await ofReturnedMoney(app, tx, events))]);
  for (const { type, data, endsAt } of events)
    if (type === 'email.code_requested' && endsAt && app.mail.isOn) await writeCode(app, tx, data as CodeToSend, endsAt);
}

/** Their events name no buyer. */
async function ofReturnedMoney(app: App, tx: Transaction, events: readonly OutgoingEvent[]): Promise<MessageToWrite[]> {
  const returned = events.flatMap(({ type, data }) =>
    type === 'refund.updated' && 'status' in data && data.status === 'RETURNED' && 'refundId' in data
      ? [String(data.refundId)]
      : [],
  );
  if (returned.length === 0 || channelsOf(app).length === 0) return [];
  const buyers = await tx.query(selectBuyersOfRefunds, [returned]);
  return buyers.map(({ refundId, userId }) => ({ kind: 'MONEY_RETURNED', userId, subject: refundId }));
}

export async function writeMessages(app: App, tx: Transaction, messages: readonly MessageToWrite[]): Promise<void> {
  const { config, messageWakeUp } = app;
  const channels = channelsOf(app);
  if (messages.length === 0 || channels.length === 0) return;
  const now = new Date();
  const wakesAt = afterQuietHours(config.messages, config.businessTimeZone, now);
  const rows = messages.flatMap((message) => channels.map((channel) => ({ ...message, channel, id: uuidv7() })));
  const kindOf = ({ kind }: MessageToWrite) => MESSAGE_KINDS[kind];
  await tx.query(insertMessages, [
    rows.map(({ id }) => id),
    rows.map(({ kind }) => kind),
    rows.map(({ channel }) => channel),
    rows.map(({ userId }) => userId),
    rows.map(({ subject }) => subject),
    rows.map((row) => (kindOf(row).priority < PRIORITIES.later ? now : wakesAt)),
    rows.map((row) => row.endsAt ?? new Date(now.getTime() + kindOf(row).days * DAY_MS)),
    rows.map((row) => kindOf(row).priority),
  ]);
  tx.afterCommit(() => messageWakeUp.wake());
}

export interface CodeToSend {
  email: string;
  code: string;
  language: Language;
}

/** Its address and code are encrypted until it has ended. */
async function writeCode(
  { config, messageWakeUp }: Pick<App, 'config' | 'messageWakeUp'>,
  tx: Transaction,
  { email, code, language }: CodeToSend,
  endsAt: Date,
): Promise<void> {
  const sealed = seal(config.encryptionKeys, Buffer.from(JSON.stringify({ email, code, language } satisfies CodeToSend)));
  await tx.query(insertCodeMessage, [uuidv7(), sealed, endsAt]);
  tx.afterCommit(() => messageWakeUp.wake());
}
