import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { prefetchPages } from '../platform/database/prefetch-pages.js';
import { statement, type Statement } from '../platform/database/statement.js';
import { refuse } from '../platform/domain-error.js';
import { forgetBuyer } from '../quotas/counter.sql.js';
import { provePassword } from '../users/customer.service.js';
import { lockedUser, requireAnotherOwner, userAudit } from '../users/user-admin.service.js';
import { findUser } from '../users/user.service.js';
import type { UserRow } from '../users/user.sql.js';
import { selectOwedTo } from '../won-prizes/register.sql.js';

export interface PersonalRow {
  status: string;
  id: string;
  json: string;
}

/** Not over, with quotas of the person. $1 user. */
const selectRafflesUnderWay = statement<{ title: string }>(
  'select_raffles_under_way',
  `
  SELECT DISTINCT r.title FROM orders o JOIN raffles r ON r.id = o.raffle_id
  WHERE o.user_id = $1 AND (o.status = 'PENDING' OR (o.status = 'PAID' AND r.status NOT IN ('DRAWN', 'FINISHED', 'CANCELLED')))
  ORDER BY r.title LIMIT 3`,
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
    for (const [name, rows] of Object.entries(personalData)) yield* listOf(ctx, name, rows, id);
  yield '}\n';
}

async function* listOf(
  { db }: Context,
  name: string,
  rows: Statement<PersonalRow>,
  userId: string,
): AsyncGenerator<string, void> {
  const pages = prefetchPages(
    (last: PersonalRow[] | undefined) => {
      const { status, id } = last?.at(-1) ?? BEFORE_ALL;
      return db.query(rows, [userId, status, id, PAGE]);
    },
    (page) => page.length === PAGE,
  );
  yield `,"${name}":[`;
  let separator = '';
  for await (const page of pages) {
    for (const { json } of page) {
      yield separator + json;
      separator = ',';
    }
  }
  yield ']';
}

/** One word: masking shortens others. */
const ANONYMOUS = 'Anônimo';

/** Audited. NOT_FOUND; CONFLICT while a buyer has quotas of a raffle that is not over or is owed a prize, and for the last owner. */
export async function deleteUser(ctx: Context, id: string): Promise<UserRow> {
  return ctx.db.transaction(async (tx) => anonymise(ctx, tx, await lockedUser(tx, id), 'deleteUser'));
}

/** BAD_USER_INPUT, RATE_LIMITED; CONFLICT as for `deleteUser`. */
export async function deleteMyAccount(ctx: Context, currentPassword: string): Promise<UserRow> {
  const { principal } = ctx;
  if (principal.role === 'PUBLIC') throw refuse('personalData.logInFirst');
  await provePassword(ctx, principal.id, currentPassword);
  return ctx.db.transaction(async (tx) => anonymise(ctx, tx, await lockedUser(tx, principal.id), 'deleteMyAccount'));
}

/** Orders, payments and wins stay, with the payer that the bank named: tax authorities may ask. An operator keeps the name. */
async function anonymise(ctx: Context, tx: Transaction, user: UserRow, action: string): Promise<UserRow> {
  const { id, role } = user;
  if (role === 'USER') {
    const underWay = (await tx.query(selectRafflesUnderWay, [id])).map(({ title }) => `"${title}"`);
    if (underWay.length > 0) {
      const raffles = underWay.join(', ');
      throw refuse('personalData.quotasInRaffles', { raffles });
    }
    const owed = (await tx.query(selectOwedTo, [id, action === 'deleteUser'])).map(({ title }) => `"${title}"`);
    if (owed.length > 0) throw refuse('wonPrizes.owedToPerson', { prizes: owed.join(', ') });
    await tx.query(forgetBuyer, [id]);
  } else await requireAnotherOwner(tx, user);
  await writeAudit(tx, userAudit(ctx, action, id, { role }));
  return tx.prisma.user.update({
    where: { id },
    data: {
      ...(role === 'USER' && { name: ANONYMOUS, phone: null, cpf: null, birthDate: null, blockedReason: null }),
      email: null,
      passwordHash: null,
      deletedAt: new Date(),
    },
    omit: { passwordHash: true },
  });
}
