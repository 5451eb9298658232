import pMap from 'p-map';
import { v7 as uuidv7 } from 'uuid';
import type { Prisma } from '../../src/generated/prisma/client.js';
import { TRACKING_NAMES } from '../../src/quotas/reserve-orders.js';
import { aCustomer, anAdmin } from './actors.js';
import { aSession, besideTheRules } from './listed-rows.js';
import { aPaidOrder } from './order-rows.js';
import { someQuotaPrizes } from './quota-prizes.js';
import { anOpenRaffle, aProvider } from './sales.js';
import type { TestServer } from './start.js';
import { anUploadedFile } from './uploaded-file.js';
import { aBacklog, anApiClient, anEndpoint } from './webhook-inbox.js';

const PAGE = 100;

/** A text as operators write them, of so many UTF-16 units; one emoji makes all of it take twice the memory. */
export function textOf(length: number): string {
  const sentence = 'Prêmio à vista 🎉, sorteio já. ';
  return sentence
    .repeat(Math.ceil(length / sentence.length))
    .slice(0, length)
    .replace(/\p{Surrogate}$/u, '!');
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** What operations on the rows name, and who may ask for them. */
export interface LargestRows {
  tokens: { ADMIN: string; USER: string };
  raffleId: string;
  userId: string;
  orderId: string;
  paymentId: string;
  clientId: string;
  providerName: string;
  winnerId: string;
  notificationId: string;
  faqId: string;
  exportId: string;
  bulkActId: string;
}

/** A page of rows for every list of a server, each with texts as long as the rules allow. */
export async function fillWithLargestRows(server: TestServer): Promise<LargestRows> {
  const { prisma, pool } = server.app.db;
  const buyer = await aCustomer(server, { name: textOf(120), email: `${'a'.repeat(60)}@example.com` });
  const promotions = (): {
    enablePromotions: true;
    cumulative: true;
    promotionRows: Prisma.PromotionCreateNestedManyWithoutRaffleInput;
  } => ({
    enablePromotions: true,
    cumulative: true,
    promotionRows: {
      create: Array.from({ length: 20 }, (_, n) => ({
        id: uuidv7(),
        kind: n % 2 === 0 ? 'EXACT' : 'FROM',
        quotaQuantity: n + 1,
        price: 50n,
        bonusQuotas: n,
      })),
    },
  });
  const raffle = await anOpenRaffle(server, { quotaQuantity: 10_000_000, ...promotions() });
  const each = (count: number, make: (n: number) => Promise<unknown>) =>
    // A few at a time: on a busy machine the last of a hundred would wait too long for a connection.
    pMap(upTo(count), make, { concurrency: 4 });

  const picture = `https://cdn.example.com/${'x'.repeat(476)}`;
  await each(PAGE, async (n) => {
    const category = await prisma.raffleCategory.create({ data: { id: uuidv7(), name: `${n} ${textOf(75)}` } });
    const prize = { title: textOf(120), description: textOf(2_000), photoUrl: picture };
    const prizes = { create: Array.from({ length: 20 }, (_, position) => ({ ...prize, position: position + 1 })) };
    const texts = { title: textOf(120), subtitle: textOf(160), description: textOf(10_000) };
    const galleryUrls = Array.from({ length: 8 }, () => picture);
    const { id } = await anOpenRaffle(server, {
      ...texts,
      galleryUrls,
      videoUrl: picture,
      categoryId: category.id,
      prizes,
      enableQuotaPrizes: true,
      ...promotions(),
    });
    if (n > 0) await someQuotaPrizes(server, id, upTo(PAGE), { prize: textOf(120) });
  });
  for (let n = 0; n < PAGE; n++) await aPaidOrder(server, raffle.id, 100);
  const { id: orderId } = await prisma.order.findFirstOrThrow();
  await someQuotaPrizes(server, raffle.id, upTo(10_000), { orderId, prize: textOf(120) });
  const tracking = Object.fromEntries(TRACKING_NAMES.map((name) => [name, textOf(120)]));
  await prisma.order.updateMany({ data: { userId: buyer.id, referral: textOf(2_000), tracking } });
  await pool.query(`UPDATE charges SET br_code = rpad('00020101021226830014br.gov.bcb.pix2561', 505, txid) || order_id`);
  const payments = await prisma.payment.findMany();
  await prisma.latePayment.createMany({
    data: payments.map(({ id }) => ({ id: uuidv7(), paymentId: id, amount: 1n, reason: 'ORDER_ENDED', note: textOf(500) })),
  });
  await prisma.refund.createMany({
    data: payments.flatMap(({ id: paymentId }) =>
      Array.from({ length: 5 }, () => ({
        id: uuidv7().replaceAll('-', ''),
        paymentId,
        amount: 1n,
        reason: textOf(200),
        initiator: 'OPERATOR' as const,
        status: 'BY_HAND' as const,
      })),
    ),
  });
  await each(PAGE - 1, async () => {
    const { id: userId } = await aCustomer(server, { name: textOf(120) });
    await prisma.referrer.create({ data: { userId, accrued: 1n, balance: 1n } });
  });
  await prisma.referrer.create({ data: { userId: buyer.id, accrued: 100n, paidOut: 100n } });
  await prisma.commissionEntry.createMany({
    data: Array.from({ length: PAGE }, (_, n) => ({
      referrerId: buyer.id,
      type: 'PAID_OUT' as const,
      amount: 1n,
      reference: `${n} ${textOf(95)}`,
      note: textOf(500),
    })),
  });
  const draw = { raffleId: raffle.id, mode: 'BEACON', frozenAt: new Date() } as const;
  await prisma.draw.create({ data: draw });
  const won = payments.flatMap(({ orderId }, n) =>
    orderId === null ? [] : [{ ordinal: n, number: n, position: n + 1, prize: textOf(120), orderId }],
  );
  await prisma.raffleWinner.createMany({ data: won.map((one) => ({ raffleId: raffle.id, ...one })) });
  const { leaves } = await prisma.raffleCounter.update({ where: { raffleId: raffle.id }, data: { leaves: { increment: PAGE } } });
  await prisma.bookEntry.createMany({
    data: Array.from({ length: PAGE }, (_, ordinal) => ({
      raffleId: raffle.id,
      leaf: leaves - PAGE + ordinal,
      ordinal,
      type: 'TO_CLOSE' as const,
      prizeId: uuidv7(),
    })),
  });
  await prisma.auditEntry.createMany({
    data: Array.from({ length: PAGE }, (_, n) => ({
      actorId: buyer.id,
      action: 'updateRaffle',
      subjectType: 'raffle',
      subjectId: raffle.id,
      details: Object.fromEntries(upTo(60).map((name) => [`field${name}`, textOf(200)])),
      requestId: `request-${n}`,
    })),
  });
  await prisma.uploadedFile.createMany({
    data: await Promise.all(upTo(PAGE).map(async () => anUploadedFile((await anAdmin(server)).id))),
  });
  const raffles = await prisma.raffle.findMany({ take: PAGE, select: { id: true } });
  const { id: createdBy } = await anAdmin(server);
  await prisma.export.createMany({
    data: raffles.map(({ id: raffleId }) => {
      // Done, as no worker shall take them.
      const ended = { state: 'DONE', endedAt: new Date() } as const;
      return { id: uuidv7(), createdBy, raffleId, placedTo: new Date(), isEnglish: false, ...ended };
    }),
  });
  const bulkAct = { createdBy, kind: 'CANCEL_ORDERS', clientAddress: '127.0.0.1', requestId: 'request' } as const;
  const bulkActs = upTo(50).map(
    () => ({ id: uuidv7(), ...bulkAct, state: 'DONE', total: 500, tried: 500, failed: 500 }) as const,
  );
  await prisma.bulkAct.createMany({ data: bulkActs });
  const bulkActId = bulkActs[0]!.id;
  const problem = { code: 'PAYMENT_PROVIDER_UNAVAILABLE', key: 'orders.providerSilentAtCancel', params: { name: textOf(50) } };
  await prisma.bulkActItem.createMany({
    data: upTo(500).map((n) => ({ bulkActId, position: n + 1, subjectId: `99999${n}`, problem })),
  });
  await prisma.session.createMany({ data: upTo(PAGE).map(() => ({ ...aSession(buyer.id), userAgent: 'x'.repeat(200) })) });
  await each(PAGE, () => anApiClient(server));
  await fillSite(server);
  await each(50, (n) => aProvider(server, { name: `provider-${n}`, adapter: 'static' }));
  await each(20, async (n) => {
    const { id } = await anEndpoint(server, `http://127.0.0.1:9/${n}`);
    await aBacklog(server, id, PAGE / 20, 4_000);
  });
  await pool.query(`UPDATE webhook_deliveries SET status = 'DELIVERED', next_attempt_at = NULL`);

  const order = await prisma.order.findFirstOrThrow({ where: { raffleId: raffle.id }, orderBy: { id: 'asc' } });
  await fillWithBoxes(server, { raffleId: raffle.id, orderId: order.id });
  return {
    tokens: { ADMIN: (await anAdmin(server)).token, USER: buyer.token },
    raffleId: raffle.id,
    userId: buyer.id,
    orderId: String(order.id),
    paymentId: payments[0]?.id ?? '',
    clientId: (await prisma.apiClient.findFirstOrThrow()).id,
    providerName: 'provider-1',
    winnerId: String((await prisma.raffleWinner.findFirstOrThrow()).id),
    notificationId: (await prisma.notification.findFirstOrThrow()).id,
    faqId: (await prisma.faq.findFirstOrThrow()).id,
    exportId: (await prisma.export.findFirstOrThrow()).id,
    bulkActId,
  };
}

/** The longest settings, and as many notifications and FAQs as there may be. */
async function fillSite({ app }: TestServer): Promise<void> {
  const { prisma } = app.db;
  const link = `https://example.com/${'a'.repeat(480)}`;
  const [aboutText, termsText, privacyText] = [1, 2, 3].map(() => textOf(20_000));
  const socialLinks = ['INSTAGRAM', 'FACEBOOK', 'TIKTOK', 'YOUTUBE', 'TELEGRAM', 'X'].map((network) => ({ network, url: link }));
  const texts = { aboutText, termsText, privacyText, socialLinks, notes: textOf(2_000), companyName: textOf(120), logoUrl: link };
  await prisma.siteSettings.update({ where: { id: 1 }, data: texts });
  const active = { active: true, id: '' };
  await prisma.notification.createMany({
    data: upTo(200).map(() => ({ ...active, id: uuidv7(), title: textOf(120), body: textOf(2_000), link })),
  });
  await prisma.faq.createMany({
    data: upTo(200).map((n) => ({ ...active, id: uuidv7(), question: textOf(300), answer: textOf(4_000), position: n + 1 })),
  });
}

/** As many boxes, combos and winners as a raffle may have, and an order of ten thousand boxes, all open and all won. */
async function fillWithBoxes(server: TestServer, { raffleId, orderId }: { raffleId: string; orderId: bigint }): Promise<void> {
  const uuid = (n: string) => `('0000000b-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
  const title = textOf(120).replaceAll("'", "''");
  const open = `decode(repeat('ff', 1250), 'hex')`;
  await besideTheRules(
    server,
    `INSERT INTO awarded_boxes (id, raffle_id, position, title, quantity, prize, mode, standing)
     SELECT ${uuid('n')}, '${raffleId}', n, '${title}', 1000000, 99999999999, 'ALEATORIO', 'UNLOCKED' FROM generate_series(1, ${PAGE}) n`,
    `INSERT INTO awarded_box_combos (id, raffle_id, quantity_titles, quantity_boxes)
     SELECT ${uuid('n')}, '${raffleId}', n, 1000 FROM generate_series(1, ${PAGE}) n`,
    `INSERT INTO order_boxes (order_id, raffle_id, user_id, boxes, opened, opened_count)
     SELECT a.order_id, a.raffle_id, o.user_id, 10000, ${open}, 10000
     FROM quota_allocations a JOIN orders o ON o.id = a.order_id WHERE a.raffle_id = '${raffleId}'`,
    `INSERT INTO box_wins (order_id, box_index, raffle_id, prize_id, unit, quantity, shown_at)
     SELECT ${orderId}, n, '${raffleId}', ${uuid('1')}, n, 1000000, now() FROM generate_series(0, 9999) n`,
  );
}
