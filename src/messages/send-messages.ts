import pMap from 'p-map';
import type { App } from '../context.js';
import { createBackoff, type Backoff, type BackoffOptions } from '../platform/backoff.js';
import { writeEvents } from '../webhooks/outbox.js';
import { composeMessage, letterOf, type Composed } from './compose.js';
import { hashOfContact } from './opt-out-links.js';
import { claimMessages, endMessage, postponeMessage, type ClaimedMessage } from './message.sql.js';
import { channelsOf } from './write-messages.js';

const CLAIMED_AT_ONCE = 16;
const SENT_AT_ONCE = 4;
/** Longer than a letter takes with all its timeouts, for those that wait behind others too. */
const LEASE_SECONDS = 300;
/** After a refusal of one message, by its attempts; the last one stays. */
const DELAYS_SECONDS = [10, 60, 300, 900, 1_800, 3_600];
/** A code is worth nothing after minutes. */
const CODE_DELAYS_SECONDS = [5, 10, 20, 40, 60];
const SERVER_BACKOFF = { firstMs: 2_000, longestMs: 60_000 };

/** While the mail server is away, one message at a time asks whether it is back. */
export interface Sending {
  isAway: boolean;
  backoff: Backoff;
}

export function createSending(options: BackoffOptions = SERVER_BACKOFF): Sending {
  return { isAway: false, backoff: createBackoff(options) };
}

/** True when there may be more at once. */
export async function sendMessages(app: App, sending: Sending): Promise<boolean> {
  const claimed = await Promise.all(channelsOf(app).map((channel) => sendOf(app, channel, sending)));
  return claimed.some((isMore) => isMore);
}

type Channel = ClaimedMessage['channel'];

const SERVER = 'mail server';

async function sendOf(app: App, channel: Channel, sending: Sending): Promise<boolean> {
  const isMail = channel === 'EMAIL';
  if (isMail && !sending.backoff.mayTry(SERVER)) return false;
  const count = isMail && sending.isAway ? 1 : CLAIMED_AT_ONCE;
  const messages = await app.db.query(claimMessages, [channel, count, LEASE_SECONDS]);
  let isOver = false;
  const send = async (message: ClaimedMessage): Promise<void> => {
    if (isOver) await giveBack(app, message);
    else if (!(await sendOne(app, message, sending))) isOver = true;
  };
  // What RETURNING answers has no order. One that fails holds up no other.
  const inOrder = messages.toSorted((one, other) => one.priority - other.priority || (one.id < other.id ? -1 : 1));
  await pMap(inOrder, send, { concurrency: SENT_AT_ONCE, stopOnError: false });
  return !isOver && messages.length > 0;
}

/** False when the server is away. Nothing is lost: a message whose result is not written is sent again, under its id. */
async function sendOne(app: App, message: ClaimedMessage, sending: Sending): Promise<boolean> {
  if (message.endsAt <= new Date()) {
    await end(app, message, message.attempts > 0 ? 'DEAD' : 'DROPPED', 'TOO_LATE');
    return true;
  }
  const composed = await composeMessage(app, message);
  if (!composed) {
    await end(app, message, 'DROPPED', null);
    return true;
  }
  if (message.channel === 'WHATSAPP') {
    await sendTemplate(app, message, composed);
    return true;
  }
  const posted = await app.mail.post(await letterOf(app, message, composed));
  if (posted.outcome === 'SERVER' || posted.outcome === 'BROKEN') {
    if (!sending.isAway)
      app.log.warn({ event: 'messages.server.away', error: posted.error }, 'the mail server takes no messages: they wait');
    sending.isAway = true;
    sending.backoff.failed(SERVER);
    // Who may have the letter must not get it at every attempt to reach the server.
    if (posted.outcome === 'BROKEN') await postpone(app, message, posted.error);
    else await giveBack(app, message, posted.error);
    return false;
  }
  if (sending.isAway) app.log.info({ event: 'messages.server.back' }, 'the mail server takes messages again');
  sending.isAway = false;
  sending.backoff.succeeded(SERVER);
  if (posted.outcome === 'LATER') await postpone(app, message, posted.error);
  else
    await end(
      app,
      message,
      posted.outcome === 'SENT' ? 'SENT' : 'DEAD',
      'error' in posted ? posted.error : null,
      composed.contact,
    );
  return true;
}

/** The event and the end of the message are one transaction: the sender gets it once from here. */
async function sendTemplate(app: App, message: ClaimedMessage, { contact, language, values }: Composed): Promise<void> {
  const { id, kind, endsAt } = message;
  await app.db.transaction(async (tx) => {
    const ended = await tx.query(endMessage, [id, message.leasedUntil, 'SENT', null, hashOfContact(contact)]);
    if (ended.length === 0) return;
    const data = { messageId: id, phone: contact, template: kind.toLowerCase(), language, values };
    await writeEvents(app, tx, [{ type: 'message.due', data, endsAt }]);
  });
}

async function end(
  { db }: App,
  { id, leasedUntil }: ClaimedMessage,
  status: 'SENT' | 'DROPPED' | 'DEAD',
  error: string | null,
  contact: string | null = null,
): Promise<void> {
  await db.query(endMessage, [id, leasedUntil, status, error, contact && hashOfContact(contact)]);
}

async function postpone(app: App, message: ClaimedMessage, error: string): Promise<void> {
  const { id, kind, attempts, leasedUntil, endsAt } = message;
  const delays = kind === 'CODE' ? CODE_DELAYS_SECONDS : DELAYS_SECONDS;
  const seconds = delays[Math.min(attempts, delays.length - 1)]!;
  if (Date.now() + seconds * 1_000 >= endsAt.getTime()) return end(app, message, 'DEAD', error);
  await app.db.query(postponeMessage, [id, leasedUntil, seconds, error, true]);
}

/** It was no attempt. */
async function giveBack({ db }: App, { id, leasedUntil }: ClaimedMessage, error: string | null = null): Promise<void> {
  await db.query(postponeMessage, [id, leasedUntil, 0, error, false]);
}
