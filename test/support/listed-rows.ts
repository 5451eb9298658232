import { v7 as uuidv7 } from 'uuid';
import { closeBook } from '../../src/book/publisher.js';
import { aCustomer, anAdmin } from './actors.js';
import { anUploadedFile } from './uploaded-file.js';
import { aPaidOrder } from './order-rows.js';
import { someQuotaPrizes } from './quota-prizes.js';
import { anOpenRaffle, aProvider } from './sales.js';
import { aSentMessage } from './sent-messages.js';
import type { TestServer } from './start.js';
import { aWonPrize } from './won-prizes.js';
import { anApiClient, anEndpoint, emit } from './webhook-inbox.js';

/** Whose lists get a row each: a buyer's, and those of one raffle and of one order. */
export interface Listed {
  server: TestServer;
  buyerId: string;
  raffleId: string;
}

/** Adds a row to every list of the service, and to what hangs on it: each of a raffle, a buyer and a category of its own. */
export async function aListedRow({ server, buyerId, raffleId }: Listed, n: number): Promise<void> {
  const { prisma } = server.app.db;
  const category = await prisma.raffleCategory.create({ data: { id: uuidv7(), name: `Categoria ${n}` } });
  const categoryId = category.id;
  const prizes = { create: { position: 1, title: 'Moto' } };
  const raffle = await anOpenRaffle(server, { categoryId, prizes });
  await prisma.raffle.update({ where: { id: raffleId }, data: { categoryId } });

  const own = await aPaidOrder(server, raffle.id, 1);
  await aPaidOrder(server, raffleId, 1);
  const inRaffle = await aPaidOrder(server, raffleId, 1);
  await prisma.order.updateMany({ where: { id: { in: [own.id, inRaffle.id] } }, data: { userId: buyerId } });
  await prisma.$executeRaw`
    INSERT INTO raffle_buyers (raffle_id, user_id, reserved, allocated)
    SELECT raffle_id, user_id, 0, sum(quota_quantity) FROM orders WHERE user_id = ${buyerId}::uuid GROUP BY raffle_id, user_id
    ON CONFLICT (raffle_id, user_id) DO UPDATE SET allocated = excluded.allocated`;
  for (const { id, amount } of await prisma.payment.findMany({ where: { latePayment: null } })) {
    await prisma.latePayment.create({ data: { id: uuidv7(), paymentId: id, amount, reason: 'ORDER_ENDED' } });
    await prisma.refund.create({
      data: { id: uuidv7().replaceAll('-', ''), paymentId: id, amount, initiator: 'OPERATOR', status: 'BY_HAND' },
    });
    await prisma.dispute.create({ data: { id: uuidv7(), paymentId: id, openedBy: 'OPERATOR', amount, reason: 'Golpe' } });
  }

  const prizeId = await aListedBox({ server, buyerId, raffleId }, inRaffle.id, n);
  const { leaves } = await prisma.raffleCounter.update({ where: { raffleId }, data: { leaves: { increment: 1 } } });
  await prisma.bookEntry.create({ data: { raffleId, leaf: leaves - 1, ordinal: n, type: 'TO_CLOSE', prizeId } });
  await closeBook(server.app, raffleId);
  await someQuotaPrizes(server, raffleId, [n], { orderId: inRaffle.id });
  const userId = n === 1 ? buyerId : (await aCustomer(server)).id;
  await prisma.referrer.create({ data: { userId, accrued: BigInt(n), balance: BigInt(n), orders: 1 } });
  await prisma.commissionEntry.create({ data: { referrerId: buyerId, type: 'ACCRUED', amount: 1n, orderId: own.id } });
  const draw = { raffleId, mode: 'BEACON', frozenAt: new Date() } as const;
  await prisma.draw.upsert({ where: { raffleId }, create: draw, update: {} });
  await prisma.raffleWinner.create({
    data: { raffleId, position: n, prize: 'Moto', ordinal: n, number: n, orderId: inRaffle.id },
  });
  await aWonPrize(server, raffleId, { orderId: inRaffle.id, userId: buyerId });
  await prisma.notification.create({ data: { id: uuidv7(), title: 'Aviso', body: 'Sorteio hoje', active: true } });
  await prisma.faq.create({ data: { id: uuidv7(), question: 'Como pago?', answer: 'Com PIX.', position: n, active: true } });
  await prisma.uploadedFile.create({ data: anUploadedFile((await anAdmin(server)).id) });
  await prisma.session.create({ data: aSession(buyerId) });
  await aSentMessage(server, buyerId);
  await prisma.personNote.create({ data: { id: uuidv7(), userId: buyerId, authorId: buyerId, text: `Ligou ${n} vezes` } });
  await aListedBulkAct({ server, buyerId }, n);
  const exported = { createdBy: buyerId, raffleId, isEnglish: false };
  await prisma.export.create({ data: { id: uuidv7(), ...exported, placedTo: new Date(), rowsTotal: n } });
  const times = { nextAt: new Date(Date.now() + 86_400_000), coveredTo: new Date() };
  await prisma.exportSchedule.create({
    data: { id: uuidv7(), ...exported, ...times, onlyNew: true, frequency: 'DAILY', hour: 3 },
  });
  const operators = await prisma.user.findMany({ where: { role: 'ADMIN' }, select: { id: true } });
  await prisma.savedFilter.createMany({
    data: operators.map(({ id }) => ({
      id: uuidv7(),
      userId: id,
      list: 'ORDERS' as const,
      name: `Filtro ${n}`,
      query: 'status=PAID',
    })),
  });
  await anApiClient(server);
  await aListedCharge(server, n);
  await aProvider(server, { name: `provider-${n}`, adapter: 'static' });
  const fee = { providerName: `provider-${n}`, validFrom: new Date('2026-01-01'), fixed: 10n, basisPoints: 99 };
  await prisma.providerFee.create({ data: { id: uuidv7(), ...fee } });
  await anEndpoint(server, `http://127.0.0.1:9/${n}`, ['order.expired']);
  await emit(server, { type: 'order.expired', data: { n } });
  await prisma.auditEntry.create({
    data: { actorId: buyerId, action: 'payOrder', subjectType: 'order', subjectId: String(own.id), details: { note: 'in cash' } },
  });
}

/** The first one has a failure more with each. */
async function aListedBulkAct({ server, buyerId }: Pick<Listed, 'server' | 'buyerId'>, n: number): Promise<void> {
  const { prisma } = server.app.db;
  const of = { createdBy: buyerId, kind: 'CANCEL_ORDERS', state: 'DONE', endedAt: new Date() } as const;
  await prisma.bulkAct.create({
    data: { id: uuidv7(), ...of, clientAddress: '127.0.0.1', requestId: 'test', total: n, tried: n },
  });
  const item = { position: n, subjectId: String(n), problem: { code: 'CONFLICT', message: 'It was paid.' } };
  await prisma.bulkActItem.create({ data: { bulkActId: await listedBulkActId(server), ...item } });
}

export async function listedBulkActId({ app }: Pick<TestServer, 'app'>): Promise<string> {
  return (await app.db.prisma.bulkAct.findFirstOrThrow({ orderBy: { id: 'asc' } })).id;
}

/** The client whose charges are listed: the first one. */
export async function listedClientId({ app }: Pick<TestServer, 'app'>): Promise<string> {
  return (await app.db.prisma.apiClient.findFirstOrThrow({ orderBy: { companyId: 'asc' } })).id;
}

async function aListedCharge(server: TestServer, n: number): Promise<void> {
  const clientId = await listedClientId(server);
  const charge = {
    externalId: `charge-${n}`,
    fingerprint: Buffer.alloc(32),
    payerName: 'Ana',
    description: 'Rifa',
    amount: 100n,
  };
  const expirationAt = new Date(Date.now() + 86_400_000);
  await server.app.db.prisma.billingOrder.create({ data: { id: uuidv7(), clientId, ...charge, expirationAt } });
}

/** A login of somebody who has never changed what ends tokens, as a row. */
export function aSession(userId: string) {
  const end = new Date(Date.now() + 86_400_000);
  return { id: uuidv7(), userId, tokenVersion: 0, expiresAt: end, refreshExpiresAt: end, network: '192.0.2.1' };
}

/** A prize, a combo and an order's box that was opened and holds a unit: as they would be, though the raffle sells. */
async function aListedBox({ server, buyerId, raffleId }: Listed, orderId: bigint, n: number): Promise<string> {
  const prizeId = uuidv7();
  await besideTheRules(
    server,
    `INSERT INTO awarded_boxes (id, raffle_id, position, title, quantity, prize, mode, standing, given)
     VALUES ('${prizeId}', '${raffleId}', ${n}, 'Moto', 1, 100, 'ALEATORIO', 'LOCKED', 1)`,
    `INSERT INTO awarded_box_combos (id, raffle_id, quantity_titles, quantity_boxes) VALUES ('${uuidv7()}', '${raffleId}', ${n}, 1)`,
    `INSERT INTO order_boxes (order_id, raffle_id, user_id, boxes, opened, opened_count)
     VALUES (${orderId}, '${raffleId}', '${buyerId}', 1, '\\x01', 1)`,
    `INSERT INTO box_wins (order_id, box_index, raffle_id, prize_id, unit, quantity, shown_at)
     VALUES (${orderId}, 0, '${raffleId}', '${prizeId}', 0, 1, now())`,
  );
  return prizeId;
}

/** Writes rows that the service could not have written any more: triggers and references are not asked. */
export async function besideTheRules({ app }: Pick<TestServer, 'app'>, ...statements: string[]): Promise<void> {
  await app.db.pool.query(['BEGIN', 'SET LOCAL session_replication_role = replica', ...statements, 'COMMIT'].join(';\n'));
}

export async function anOrderOfNumbers(server: TestServer, quotaQuantity: number): Promise<string> {
  const raffle = await anOpenRaffle(server);
  const { id } = await aPaidOrder(server, raffle.id, quotaQuantity);
  await closeBook(server.app, raffle.id);
  return String(id);
}
