import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { refuseField, refuseProblems } from '../platform/domain-error.js';
import { askedLanguage } from '../platform/language.js';
import { verifyPassword } from '../platform/passwords.js';
import { hashForPhone, unknownPassword } from './account-of-phone.service.js';
import { changedPerson, personProblems } from './person.js';
import type { CreateCustomerInput } from './user.input.js';
import type { UserRow } from './user.sql.js';

/** An account that claims a phone. The answer is the same if others have it: a stranger must not learn who is a customer. */
export async function createCustomer(ctx: Context, input: CreateCustomerInput): Promise<UserRow> {
  const problems = personProblems(input, ctx.config.businessTimeZone);
  refuseProblems(problems);
  const person = { birthDate: null, email: null, phone: null, ...changedPerson(input) };
  const password = input.password ?? unknownPassword();
  const passwordHash = await hashForPhone(ctx, person.phone, password);
  const language = askedLanguage(ctx.acceptLanguage) ?? null;
  const data = { id: uuidv7(), role: 'USER', ...person, name: person.name ?? input.name, passwordHash, language } as const;
  return ctx.db.prisma.user.create({ data, omit: { passwordHash: true } });
}

/** BAD_USER_INPUT on `currentPassword`; RATE_LIMITED. */
export async function provePassword(ctx: Context, id: string, password: string | null | undefined): Promise<void> {
  if (password == null) throw refuseField('currentPassword', 'users.requiredForThis');
  const user = await ctx.db.prisma.user.findUnique({ where: { id } });
  // Failures here and at the login count together.
  const account = (user?.role === 'ADMIN' ? user.email : user?.phone) ?? id;
  // The session is known, so failures elsewhere do not count.
  const attempt = { account, clientAddress: ctx.clientAddress, device: ctx.token?.sessionId };
  const proven = await ctx.loginLimits.guard(
    attempt,
    async (whose) => (await verifyPassword(user?.passwordHash, password, whose)) || undefined,
  );
  if (!proven) throw refuseField('currentPassword', 'users.wrongPassword');
}
