import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import type { Statement } from '../platform/database/statement.js';
import { prefetchPages } from '../platform/database/prefetch-pages.js';
import { userAudit } from '../users/user-desk.service.js';
import { findUser } from '../users/user.service.js';
import type { UserRow } from '../users/user.sql.js';
import type { PersonalRow } from './personal-data.sql.js';

const PAGE = 250;
/** Below every status and id. */
const BEFORE_ALL = { status: 'PENDING', id: '0' };

/**
 * All that is kept about a person, as the text of a JSON object that is made while it is read: who they are, what they ordered, paid and won,
 * what they earned, from where they are logged in. Lucky numbers are told by the orders' own operations. Audited when an operator asks. NOT_FOUND.
 */
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
