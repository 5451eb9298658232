import type { Context } from '../context.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { pacedPages } from '../platform/database/paced-pages.js';
import { statement, type Statement } from '../platform/database/statement.js';
import { refuse } from '../platform/domain-error.js';
import { forgetIdempotencyKeys, principalKey } from '../platform/idempotency.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { lockQuotas, type LockedQuotas } from '../quotas/locked-quotas.js';
import { forgetSecondFactor } from '../second-factor/second-factor.service.js';
import { provePassword } from '../users/customer.service.js';
import { ANONYMOUS } from '../users/person.js';
import { lockedUser, requireAnotherOwner, userAudit } from '../users/user-admin.service.js';
import { findUser } from '../users/user.service.js';
import type { UserRow } from '../users/user.sql.js';
import { selectOwedTo } from '../won-prizes/register.sql.js';

export interface PersonalRow {
  status: string;
  id: string;
  json: string;
}

/** In the order of the index. $1 user. */
const selectUnpaidOrdersOf = statement<{ id: string; raffleId: string }>(
  'select_unpaid_orders_of',
  `
  SELECT id::text, raffle_id AS "raffleId" FROM orders WHERE user_id = $1 AND status = 'PENDING' ORDER BY orders.id NULLS FIRST`,
);

/**
 * Not over, with quotas of the person, or with quotas that were given back and count against a limit: a new account must not begin with
 * none. $1 user.
 */
const selectRafflesUnderWay = statement<{ title: string; isGivenBack: boolean }>(
  'select_raffles_under_way',
  `
  SELECT r.title, bool_and(o.status = 'REFUNDED') AS "isGivenBack" FROM orders o JOIN raffles r ON r.id = o.raffle_id
  WHERE o.user_id = $1 AND (
    o.status = 'PENDING'
    OR (o.status = 'PAID' OR (o.status = 'REFUNDED' AND r.max_buyer_quantity IS NOT NULL))
       AND r.status NOT IN ('DRAWN', 'FINISHED', 'CANCELLED')
  )
  GROUP BY r.title ORDER BY 2, 1 LIMIT 3`,
);

/** A list of the export. `shown` hides what is another person's. */
export interface PersonalList {
  rows: Statement<PersonalRow>;
  shown?(row: any): object;
}

// Each LATERAL with OFFSET 0 finds rows by their key, however many orders there are.
/** What was written about the person, and about what the person ordered, paid and won. $1 user. */
const forgetWords = statement<object>(
  'forget_words_in_audit_log',
  `
  WITH ordered AS MATERIALIZED (
    SELECT o.id FROM orders o WHERE o.user_id = $1
  ), paid AS MATERIALIZED (
    SELECT p.id FROM ordered o CROSS JOIN LATERAL (SELECT x.id FROM payments x WHERE x.order_id = o.id OFFSET 0) p
  ), subject (type, id) AS (
    SELECT 'user', $1::uuid::text
    UNION ALL SELECT 'order', o.id::text FROM ordered o
    UNION ALL SELECT 'payment', p.id::text FROM paid p
    UNION ALL SELECT 'wonPrize', w.id::text
      FROM ordered o CROSS JOIN LATERAL (SELECT x.id FROM won_prizes x WHERE x.order_id = o.id OFFSET 0) w
    UNION ALL SELECT 'latePayment', l.id::text
      FROM paid p CROSS JOIN LATERAL (SELECT x.id FROM late_payments x WHERE x.payment_id = p.id OFFSET 0) l
    UNION ALL SELECT 'refund', f.id
      FROM paid p CROSS JOIN LATERAL (SELECT x.id FROM refunds x WHERE x.payment_id = p.id OFFSET 0) f
  )
  UPDATE audit_log SET details = forget_words(details) WHERE id = ANY (ARRAY(
    SELECT e.id FROM subject s CROSS JOIN LATERAL (
      SELECT a.id FROM audit_log a
      WHERE a.subject_type = s.type AND a.subject_id = s.id AND a.details <> forget_words(a.details) OFFSET 0
    ) e
  ))`,
);

const PAGE = 250;
const BEFORE_ALL = { status: 'PENDING', id: '0' };

/** Streams a person's data as a JSON object. Lucky numbers have their own operations. Audited for an operator. NOT_FOUND. */
export async function personalDataOf(ctx: Context, id: string): Promise<AsyncGenerator<string, void>> {
  const user = await findUser(ctx, id);
  if (ctx.principal.role === 'ADMIN')
    await ctx.db.transaction((tx) => writeAudit(tx, userAudit(ctx, 'exportPersonalData', user.id, {})));
  return textOf(ctx, user);
}

async function* textOf(ctx: Context, user: UserRow): AsyncGenerator<string, void> {
  const { id, name, phone, cpf, email, birthDate, createdAt, deletedAt } = user;
  const profile = { id, name, phone, cpf, email, birthDate: birthDate?.toISOString().slice(0, 10) ?? null, createdAt, deletedAt };
  yield `{"exportedAt":${JSON.stringify(new Date())},"profile":${JSON.stringify(profile)}`;
  for (const { personalData = {} } of ctx.features)
    for (const [name, list] of Object.entries(personalData)) yield* listOf(ctx, name, list, id);
  yield '}\n';
}

async function* listOf(
  { db }: Context,
  name: string,
  { rows, shown }: PersonalList,
  userId: string,
): AsyncGenerator<string, void> {
  const reader = db.reader();
  const pages = pacedPages(
    (last: PersonalRow[] | undefined) => {
      const { status, id } = last?.at(-1) ?? BEFORE_ALL;
      return reader.query(rows, [userId, status, id, PAGE]);
    },
    (page) => page.length === PAGE,
  );
  yield `,"${name}":[`;
  let separator = '';
  for await (const page of pages) {
    for (const { json } of page) {
      yield separator + (shown ? JSON.stringify(shown(JSON.parse(json))) : json);
      separator = ',';
    }
  }
  yield ']';
}

/** Audited. NOT_FOUND; CONFLICT while a buyer has paid quotas of a raffle that is not over or is owed a prize, and for the last owner. */
export async function deleteUser(ctx: Context, id: string): Promise<UserRow> {
  return anonymise(ctx, id, 'deleteUser');
}

/** BAD_USER_INPUT, RATE_LIMITED; CONFLICT as for `deleteUser`. */
export async function deleteMyAccount(ctx: Context, currentPassword: string): Promise<UserRow> {
  const { principal } = ctx;
  if (principal.role === 'PUBLIC') throw refuse('personalData.logInFirst');
  await provePassword(ctx, principal.id, currentPassword);
  return anonymise(ctx, principal.id, 'deleteMyAccount');
}

/** Orders, payments and wins stay, with the payer that the bank named: tax authorities may ask. An operator keeps the name. */
async function anonymise(ctx: Context, id: string, action: string): Promise<UserRow> {
  const unpaid = isUuid(id) ? await ctx.db.query(selectUnpaidOrdersOf, [id]) : [];
  const raffleIds = [...new Set(unpaid.map(({ raffleId }) => raffleId))];
  return ctx.db.queuedBy(...raffleIds).transaction(async (tx) => {
    // Before the account, as an order does.
    const quotas = await lockQuotas(ctx, tx, raffleIds);
    const user = await lockedUser(tx, id);
    const isBuyer = user.role === 'USER';
    const cancelled = isBuyer ? await leaveRaffles(tx, { user, action, quotas, raffleIds }) : [];
    if (!isBuyer) await requireAnotherOwner(tx, user);
    const forgotten = await tx.prisma.user.update({
      where: { id: user.id },
      data: {
        ...(isBuyer && { name: ANONYMOUS, phone: null, cpf: null, birthDate: null, blockedReason: null }),
        email: null,
        passwordHash: null,
        deletedAt: new Date(),
      },
      omit: { passwordHash: true },
    });
    // The database lets it go only once the account is deleted.
    if (isBuyer) await forget(ctx, tx, user.id);
    else {
      await forgetSecondFactor(tx, user.id);
      await tx.prisma.savedFilter.deleteMany({ where: { userId: user.id } });
    }
    // After what is forgotten, so that their reasons stay.
    await writeAudit(
      tx,
      ...cancelled.map((orderId) => cancellationOf(ctx, orderId)),
      userAudit(ctx, action, user.id, { role: user.role }),
    );
    return forgotten;
  });
}

/** Orders that ended stay with an account that was merged. */
async function forget({ features }: Context, tx: Transaction, id: string): Promise<void> {
  const merged = await tx.prisma.user.findMany({ where: { mergedInto: id, orders: { some: {} } }, select: { id: true } });
  for (const one of [id, ...merged.map((account) => account.id)]) {
    for (const { forgets = [] } of features) for (const part of forgets) await tx.query(part, [one]);
    await tx.query(forgetIdempotencyKeys, [principalKey({ role: 'USER', id: one })]);
    await tx.query(forgetWords, [one]);
  }
}

/**
 * Cancels what is unpaid in these raffles: nobody could buy or win with it. Answers their ids. CONFLICT when quotas are left, or a
 * prize is owed.
 */
async function leaveRaffles(
  tx: Transaction,
  { user: { id }, action, quotas, raffleIds }: { user: UserRow; action: string; quotas: LockedQuotas; raffleIds: string[] },
): Promise<string[]> {
  const unpaid = (await tx.query(selectUnpaidOrdersOf, [id])).filter(({ raffleId }) => raffleIds.includes(raffleId));
  const cancelled = await quotas.release(
    unpaid.map((order) => order.id),
    'CANCELLED',
    'STILL_PAYABLE',
  );
  const underWay = await tx.query(selectRafflesUnderWay, [id]);
  const named = { raffles: underWay.map(({ title }) => `"${title}"`).join(', ') };
  if (underWay.some(({ isGivenBack }) => !isGivenBack)) throw refuse('personalData.quotasInRaffles', named);
  if (underWay.length > 0) throw refuse('personalData.givenBackInRaffles', named);
  const owed = (await tx.query(selectOwedTo, [id, action === 'deleteUser'])).map(({ title }) => `"${title}"`);
  if (owed.length > 0) throw refuse('wonPrizes.owedToPerson', { prizes: owed.join(', ') });
  return cancelled.map((order) => order.id);
}

function cancellationOf(ctx: Context, orderId: string): AuditEntry {
  const details = { reason: 'its buyer was deleted' };
  return { by: actorOf(ctx), action: 'cancelOrder', subjectType: 'order', subjectId: orderId, details };
}
