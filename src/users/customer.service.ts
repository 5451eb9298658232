import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { refuse, refuseField, refuseProblems, textOf } from '../platform/domain-error.js';
import { verifyPassword } from '../platform/passwords.js';
import { hashForPhone } from './account-of-phone.service.js';
import { changedPerson, personProblems, type Person } from './person.js';
import type { CreateCustomerInput, UpdateCustomerInput } from './user.input.js';
import { lockedUser } from './user-admin.service.js';
import type { UserRow } from './user.sql.js';

/** An account that claims a phone. The answer is the same if others have it: a stranger must not learn who is a customer. */
export async function createCustomer(ctx: Context, input: CreateCustomerInput): Promise<UserRow> {
  const problems = personProblems(input, ctx.config.businessTimeZone);
  refuseProblems(problems);
  const person = { birthDate: null, email: null, phone: null, ...changedPerson(input) };
  const passwordHash = await hashForPhone(ctx, person.phone, input.password);
  const data = { id: uuidv7(), role: 'USER', ...person, name: person.name ?? input.name, passwordHash } as const;
  return ctx.db.prisma.user.create({ data, omit: { passwordHash: true } });
}

/** A new phone or email needs the password: they can take the account over. NOT_FOUND; BAD_USER_INPUT; CONFLICT; RATE_LIMITED. */
export async function updateCustomer(ctx: Context, id: string, input: UpdateCustomerInput): Promise<UserRow> {
  const { principal } = ctx;
  if (principal.role !== 'USER' || principal.id !== id.toLowerCase()) throw refuse('users.notFound');
  const { currentPassword, ...typed } = input;
  const missing = Object.entries({ name: typed.name, phone: typed.phone }).filter(([, value]) => value === null);
  const problems = {
    ...personProblems(typed, ctx.config.businessTimeZone),
    ...Object.fromEntries(missing.map(([name]) => [name, [textOf('users.notTakenAway')]])),
  };
  refuseProblems(problems);
  const person = changedPerson(typed);
  const mayTakeOver = await changesContact(ctx, principal.id, person);
  if (mayTakeOver) await provePassword(ctx, principal.id, currentPassword);
  return ctx.db.transaction(async (tx) => {
    const before = await lockedUser(tx, principal.id);
    if (person.birthDate !== undefined && before.birthDate && String(before.birthDate) !== String(person.birthDate))
      throw refuse('users.birthDateIsSet', {}, { fields: { birthDate: [textOf('users.alreadySet')] } });
    const data = { ...person, ...(person.phone !== undefined && person.phone !== before.phone && { phoneProvedAt: null }) };
    return tx.prisma.user.update({ where: { id: before.id }, data, omit: { passwordHash: true } });
  });
}

async function changesContact({ loaders }: Context, id: string, { phone, email }: Person): Promise<boolean> {
  const user = await loaders.user.load(id);
  return (phone !== undefined && phone !== user?.phone) || (email !== undefined && email !== user?.email);
}

/** BAD_USER_INPUT on `currentPassword`; RATE_LIMITED. */
export async function provePassword(ctx: Context, id: string, password: string | null | undefined): Promise<void> {
  if (password == null) throw refuseField('currentPassword', 'users.requiredForThis');
  const user = await ctx.db.prisma.user.findUnique({ where: { id } });
  // Failures here and at the login count together.
  const account = (user?.role === 'ADMIN' ? user.email : user?.phone) ?? id;
  const proven = await ctx.loginLimits.guard(
    { account, clientAddress: ctx.clientAddress },
    async () => (await verifyPassword(user?.passwordHash, password)) || undefined,
  );
  if (!proven) throw refuseField('currentPassword', 'users.wrongPassword');
}
