import { v7 as uuidv7 } from 'uuid';
import type { MessageKind } from '../../src/generated/prisma/client.js';
import { aCustomer } from './actors.js';
import type { TestServer } from './start.js';

/** An e-mail to a buyer that was sent, made beside the service. */
export async function aSentMessage(
  server: Pick<TestServer, 'app'>,
  buyerId?: string,
  kind: MessageKind = 'ORDER_PAID',
  subject: string = uuidv7(),
): Promise<{ id: string }> {
  const now = new Date();
  const userId = buyerId ?? (await aCustomer(server)).id;
  const ended = { status: 'SENT', attempts: 1, notBefore: now, nextAttemptAt: now, endsAt: now, endedAt: now } as const;
  const data = { id: uuidv7(), kind, channel: 'EMAIL', priority: 1, userId, subject, ...ended } as const;
  return server.app.db.prisma.message.create({ data, select: { id: true } });
}
