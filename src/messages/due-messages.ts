import type { App } from '../context.js';
import { keepAnnouncement, selectDrawToAnnounce, selectBuyersToTell, selectExpiringOrders } from './message.sql.js';
import { channelsOf, writeMessages } from './write-messages.js';

/** Before an order expires. */
const REMINDER_SECONDS = 300;
const REMINDED_AT_ONCE = 500;
/** Before a draw. */
const ANNOUNCED_HOURS = 24;
const TOLD_AT_ONCE = 2_000;

/** No event says that an order is about to expire. Safe in several processes. True when there may be more. */
export async function remindOfOrders(app: App): Promise<boolean> {
  const channels = channelsOf(app);
  if (channels.length === 0) return false;
  const ways = [channels.includes('EMAIL'), channels.includes('WHATSAPP')];
  const orders = await app.db.query(selectExpiringOrders, [REMINDER_SECONDS, REMINDED_AT_ONCE, ...ways]);
  if (orders.length === 0) return false;
  await app.db.transaction((tx) =>
    writeMessages(
      app,
      tx,
      orders.map(({ id, userId, expiresAt }) => ({ kind: 'ORDER_EXPIRING', userId, subject: id, endsAt: expiresAt })),
    ),
  );
  return orders.length === REMINDED_AT_ONCE;
}

/** Tells all buyers of a raffle, a part at a time. Safe in several processes, and after a crash. True when there may be more. */
export async function announceDraws(app: App): Promise<boolean> {
  if (channelsOf(app).length === 0) return false;
  const [draw] = await app.db.query(selectDrawToAnnounce, [ANNOUNCED_HOURS]);
  if (!draw) return false;
  const { raffleId, drawAt, upTo } = draw;
  const subject = `${raffleId} ${drawAt.toISOString()}`;
  await app.db.transaction(async (tx) => {
    const buyers = await tx.query(selectBuyersToTell, [raffleId, upTo, TOLD_AT_ONCE]);
    await writeMessages(
      app,
      tx,
      buyers.map(({ userId }) => ({ kind: 'DRAW_SOON', userId, subject, endsAt: drawAt })),
    );
    const isDone = buyers.length < TOLD_AT_ONCE;
    await tx.query(keepAnnouncement, [raffleId, drawAt, buyers.at(-1)?.userId ?? upTo, isDone]);
  });
  return true;
}
