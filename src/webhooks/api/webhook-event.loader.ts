import DataLoader from 'dataloader';
import type { App } from '../../context.js';

/** Bodies of events by the event's id. Null where there is none, and for secret ones, which are the receiver's alone. */
export function createWebhookEventBodyLoader({ db }: App, { cache }: { cache: boolean }): DataLoader<string, string | null> {
  return new DataLoader(
    async (ids) => {
      const events = await db.prisma.webhookEvent.findMany({
        where: { id: { in: [...ids] } },
        select: { id: true, body: true, endsAt: true },
      });
      const bodies = new Map(events.map(({ id, body, endsAt }) => [id, endsAt ? null : body]));
      return ids.map((id) => bodies.get(id) ?? null);
    },
    { cache },
  );
}
