import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { refuse, refuseField, refuseProblems, joined, textOf } from '../platform/domain-error.js';
import { hashPassword, verifyPassword } from '../platform/passwords.js';
import { changedPerson, personProblems, type Person } from './person.js';
import type { CreateCustomerInput, UpdateCustomerInput } from './user.input.js';
import { problemsOfTaken, refuseRace } from './user.service.js';
import { lockedUser } from './user-admin.service.js';
import type { UserRow } from './user.sql.js';

/** A stranger learns who has an account, as from any form that refuses a known phone; the limit bounds the guessing. */
export async function createCustomer(ctx: Context, input: CreateCustomerInput): Promise<UserRow> {
  const problems = personProblems(input, ctx.config.businessTimeZone);
  refuseProblems(problems);
  const person = { birthDate: null, email: null, ...changedPerson(input) };
  await refuseTaken(ctx, person);
  const passwordHash = await hashPassword(input.password);
  const data = { id: uuidv7(), role: 'USER', ...person, name: person.name ?? input.name, passwordHash } as const;
  return ctx.db.prisma.user
    .create({ data, omit: { passwordHash: true } })
    .catch((error: unknown) => refuseRace(error, 'users.sameDataRegistering', () => refuseTaken(ctx, person)));
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
  await refuseTaken(ctx, person, principal.id);

  const changing = ctx.db.transaction(async (tx) => {
    const before = await lockedUser(tx, principal.id);
    if (person.birthDate !== undefined && before.birthDate && String(before.birthDate) !== String(person.birthDate))
      throw refuse('users.birthDateIsSet', {}, { fields: { birthDate: [textOf('users.alreadySet')] } });
    return tx.prisma.user.update({ where: { id: before.id }, data: person, omit: { passwordHash: true } });
  });
  return changing.catch((error: unknown) =>
    refuseRace(error, 'users.sameDataRegistering', () => refuseTaken(ctx, person, principal.id)),
  );
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

async function refuseTaken(ctx: Context, person: Person, ofId?: string): Promise<void> {
  const fields = await problemsOfTaken(ctx, person, ofId);
  const names = Object.keys(fields);
  if (names.length === 0) return;
  throw refuse('users.accountTaken', { fields: joined('platform.and', names) }, { fields });
}
