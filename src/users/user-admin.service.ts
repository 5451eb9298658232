import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseField, refuseProblems, textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { isUniqueViolation } from '../platform/database/errors.js';
import { hashPassword } from '../platform/passwords.js';
import type { Role } from '../generated/prisma/client.js';
import { hashForPhone } from './account-of-phone.service.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import {
  changedPerson,
  forBuyers,
  newUserProblems,
  operatorPassword,
  type Person,
  personProblems,
  present,
  shownPerson,
} from './person.js';
import type { CreateUserInput, UpdateUserInput } from './user.input.js';
import { lockOwners, lockUser, type UserRow } from './user.sql.js';

/** BAD_USER_INPUT by field; STEP_UP_REQUIRED for an operator. */
export async function createUser(ctx: Context, input: CreateUserInput): Promise<UserRow> {
  if (input.role === 'ADMIN') await ctx.requireRecentProof(ctx);
  const { role, operatorRole = null, password } = input;
  refuseProblems(newUserProblems(input, ctx.config.businessTimeZone));
  const person = changedPerson(input);
  refuseProblems(await problemsOfTaken(ctx, role, person));
  const passwordHash = password == null ? null : await hashForPhone(ctx, person.phone ?? null, password);
  const id = uuidv7();
  const creating = ctx.db.transaction(async (tx) => {
    await writeAudit(tx, userAudit(ctx, 'createUser', id, { role, operatorRole, ...shownPerson(person, role) }));
    const data = { id, role, operatorRole, passwordHash, ...person, name: person.name ?? '' };
    return tx.prisma.user.create({ data, omit: { passwordHash: true } });
  });
  return creating.catch((error: unknown) => refuseRace(ctx, error, role, person));
}

/** NOT_FOUND; FORBIDDEN; STEP_UP_REQUIRED for an operator, a phone or an e-mail address; BAD_USER_INPUT by field; CONFLICT for the last owner. */
export async function updateUser(ctx: Context, id: string, input: UpdateUserInput): Promise<UserRow> {
  await requireProofFor(ctx, id);
  // They open the account of a buyer, and what it won.
  if (input.phone != null || input.email != null) await ctx.requireRecentProof(ctx);
  // Thrown only when the caller may change this user.
  const problems = personProblems(input, ctx.config.businessTimeZone);
  const isWell = Object.keys(problems).length === 0;
  const passwordHash = isWell && input.password != null ? await hashPassword(input.password) : undefined;
  const typed = isWell ? changedPerson(input) : {};
  const changing = ctx.db.transaction(async (tx) => {
    const before = await lockedUser(tx, id);
    const { role } = before;
    requireRight(ctx, before, input);
    refuseProblems({ ...problems, ...problemsOfChange(input, before), ...(await problemsOfTaken(ctx, role, typed, before.id)) });
    const person = Object.fromEntries(
      Object.entries(typed).filter(([name, value]) => String(before[name as keyof UserRow]) !== String(value)),
    ) as typeof typed;
    const operatorRole = input.operatorRole ?? before.operatorRole;
    if (operatorRole !== before.operatorRole) await requireAnotherOwner(tx, before);
    const changes = {
      ...person,
      ...(operatorRole !== before.operatorRole && { operatorRole }),
      ...(passwordHash && { passwordHash }),
      // A new phone ends all sessions: the old phone may be in other hands. An operator typed it: nobody has proved it.
      ...(person.phone !== undefined && { phoneProvedAt: null, tokenVersion: { increment: 1 } }),
      ...(person.email !== undefined && { emailProvedAt: null }),
    };
    if (Object.keys(changes).length === 0) return before;
    const details: AuditEntry['details'] = {
      ...shownPerson(person, role),
      ...suffixed(
        shownPerson(Object.fromEntries(Object.keys(person).map((name) => [name, before[name as keyof UserRow]])), role),
      ),
      ...(operatorRole !== before.operatorRole && { operatorRoleBefore: before.operatorRole, operatorRole }),
      ...(passwordHash && { password: 'changed' }),
    };
    await writeAudit(tx, userAudit(ctx, 'updateUser', before.id, details));
    return tx.prisma.user.update({ where: { id: before.id }, data: changes, omit: { passwordHash: true } });
  });
  return changing.catch((error: unknown) => refuseRace(ctx, error, 'ADMIN', typed, id.toLowerCase()));
}

/** Safe to repeat. NOT_FOUND; FORBIDDEN; CONFLICT for the last owner. */
export async function blockUser(ctx: Context, id: string, reason: string): Promise<UserRow> {
  return setBlocked(ctx, id, { action: 'blockUser', blockedAt: new Date(), blockedReason: blockReason(reason) });
}

/** Without the space around it. BAD_USER_INPUT. */
export function blockReason(typed: string): string {
  const reason = typed.trim();
  if (reason.length === 0 || reason.length > 500) throw refuseField('reason', 'users.blockReason');
  return reason;
}

/** Safe to repeat. NOT_FOUND; FORBIDDEN; STEP_UP_REQUIRED for an operator. */
export async function unblockUser(ctx: Context, id: string): Promise<UserRow> {
  await requireProofFor(ctx, id);
  return setBlocked(ctx, id, { action: 'unblockUser', blockedAt: null, blockedReason: null });
}

async function setBlocked(
  ctx: Context,
  id: string,
  { action, ...data }: { action: string; blockedAt: Date | null; blockedReason: string | null },
): Promise<UserRow> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockedUser(tx, id);
    requireRight(ctx, before);
    if ((before.blockedAt === null) === (data.blockedAt === null)) return before;
    if (data.blockedAt) await requireAnotherOwner(tx, before);
    await writeAudit(tx, userAudit(ctx, action, before.id, { reason: data.blockedReason ?? before.blockedReason }));
    return tx.prisma.user.update({ where: { id: before.id }, data, omit: { passwordHash: true } });
  });
}

/** Of who opens the door to another operator. Before the transaction, which has one connection. Others than owners are refused there. */
async function requireProofFor(ctx: Context, id: string): Promise<void> {
  const { principal, loaders } = ctx;
  if (principal.role !== 'ADMIN' || principal.operatorRole !== 'OWNER' || !isUuid(id)) return;
  const user = await loaders.user.load(id.toLowerCase());
  if (user?.role === 'ADMIN') await ctx.requireRecentProof(ctx);
}

/** NOT_FOUND. */
export async function lockedUser(tx: Transaction, id: string): Promise<UserRow> {
  const [user] = isUuid(id) ? await tx.query(lockUser, [id]) : [];
  if (!user || user.deletedAt) throw refuse('users.notFound');
  return user;
}

/** CONFLICT. Locks all owners, so that no two leave at once. */
export async function requireAnotherOwner(tx: Transaction, { id, operatorRole, blockedAt }: UserRow): Promise<void> {
  if (operatorRole !== 'OWNER' || blockedAt) return;
  const owners = await tx.query(lockOwners);
  if (owners.some((owner) => owner.id !== id)) return;
  throw refuse('users.lastOwner');
}

export function userAudit(ctx: Context, action: string, id: string, details: AuditEntry['details']): AuditEntry {
  return { by: actorOf(ctx), action, subjectType: 'user', subjectId: id, details };
}

/** FORBIDDEN unless the caller is an owner or changes only a buyer's contact data. */
export function requireRight({ principal }: Context, user: UserRow, { cpf, birthDate }: UpdateUserInput = {}): void {
  if (principal.role === 'ADMIN' && principal.operatorRole === 'OWNER') return;
  if (user.role === 'ADMIN') throw refuse('users.ownerChangesOperators');
  if (cpf !== undefined || birthDate !== undefined) throw refuse('users.ownerChangesIdentity');
}

function problemsOfChange(input: UpdateUserInput, { role, ...before }: UserRow): FieldProblems {
  const { name, email, phone, cpf, birthDate, operatorRole, password } = input;
  const required = (value: unknown) => value === null && [textOf('users.notTakenAway')];
  if (role === 'ADMIN')
    return {
      ...present({
        name: required(name),
        email: required(email),
        operatorRole: required(operatorRole),
        password:
          password == null ? required(password) : operatorPassword(password, [name ?? before.name, email ?? before.email]),
      }),
      ...forBuyers({ phone, cpf, birthDate }),
    };
  return present({
    name: required(name),
    operatorRole: operatorRole != null && [textOf('users.operatorsOnly')],
    password: password != null && [textOf('users.buyersPassword')],
  });
}

function suffixed(details: AuditEntry['details']): AuditEntry['details'] {
  return Object.fromEntries(Object.entries(details).map(([name, value]) => [`${name}Before`, value]));
}

/** Of values that only one account can have: a phone that a buyer proved, and the e-mail address that an operator logs in with. */
async function problemsOfTaken({ db }: Context, role: Role, { phone, email }: Person, ofId?: string): Promise<FieldProblems> {
  const others = ofId === undefined ? {} : { NOT: { id: ofId } };
  const [byPhone, byEmail] = await Promise.all([
    phone != null && db.prisma.user.count({ where: { phone, phoneProvedAt: { not: null }, ...others } }),
    role === 'ADMIN' && email != null && db.prisma.user.count({ where: { email, role, ...others } }),
  ]);
  return present({
    phone: Boolean(byPhone) && [textOf('users.takenField')],
    email: Boolean(byEmail) && [textOf('users.takenField')],
  });
}

/** A concurrent request wrote the same: this looks again for the field's name. */
async function refuseRace(ctx: Context, error: unknown, role: Role, person: Person, ofId?: string): Promise<never> {
  if (!isUniqueViolation(error)) throw error;
  refuseProblems(await problemsOfTaken(ctx, role, person, ofId));
  throw refuse('users.sameDataWriting');
}
