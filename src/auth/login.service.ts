import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '../context.js';
import { DomainError, refuse, refuseField, refuseFields, textOf } from '../platform/domain-error.js';
import { accountByPassword, accountsOfPhone, hashForPhone, provePhone } from '../users/account-of-phone.service.js';
import { selectAccountsOfPhone, type AccountOfPhone } from '../users/account-of-phone.sql.js';
import { parsePhone, problemOfPassword } from '../users/person.js';
import { createCustomer, provePassword } from '../users/customer.service.js';
import type { CreateCustomerInput } from '../users/user.input.js';
import type { UserRow } from '../users/user.sql.js';
import { problemOfOperatorPassword } from '../platform/operator-password.js';
import type { ChangePasswordInput, ResetPasswordInput, UserLoginInput } from './auth.input.js';
import type { LoginCodeRequest } from './auth.type.js';
import { openSession, type SignedIn } from './session.service.js';
import { described, type EventDeclaration } from '../webhooks/event-shapes.js';
import { isListenedTo, writeEvents } from '../webhooks/outbox.js';
import {
  CODE_SECONDS,
  CODE_TRIES,
  codeEvent,
  hashOfCode,
  isCountryServed,
  languageOfCode,
  LOGIN_CODE_EVENT,
  newCode,
  refuseOtherCountries,
} from './codes.js';
import { areSentByEmail, sendEmailCodes, tryEmailCodes } from './email-codes.js';
import { insertLoginCode, tryLoginCode } from './login.sql.js';
import { knownUsers } from './known-device.js';
import { CODE_GAP_SECONDS, type CountedCode } from './login-limits.js';
import { writeAudit } from '../platform/audit.js';
import { actorOf, type Actor } from '../platform/principal.js';
import { setPasswordHash } from './operator.service.js';

/** One answer, after the same time, for every failure: it must not show who has an account. UNAUTHENTICATED; RATE_LIMITED. */
export async function userLogin(ctx: Context, { phone, password, code }: UserLoginInput): Promise<SignedIn> {
  if ((password == null) === (code == null)) {
    const key = password == null ? 'auth.orElse' : 'auth.notBeside';
    throw refuseFields({ password: [textOf(key, { other: 'code' })], code: [textOf(key, { other: 'password' })] });
  }
  if (password == null) return enter(ctx, await buyerByCode(ctx, parsePhone(phone) ?? phone, code ?? ''));
  const user = await buyerByPassword(ctx, phone, password);
  if (!user) throw refuse('auth.wrongPhoneOrPassword');
  return enter(ctx, user);
}

/** BAD_USER_INPUT by field; RATE_LIMITED. */
export async function registerCustomer(ctx: Context, input: CreateCustomerInput): Promise<SignedIn> {
  await ctx.loginLimits.countRegistration({ phone: parsePhone(input.phone) ?? input.phone, clientAddress: ctx.clientAddress });
  if (input.password == null && !(await canSendCodesTo(ctx, input))) throw refuseField('password', 'auth.passwordNeeded');
  const user = await createCustomer(ctx, input);
  return ctx.db.transaction((tx) => openSession(ctx, tx, user));
}

async function canSendCodesTo(ctx: Context, { email, phone }: CreateCustomerInput): Promise<boolean> {
  if (email != null && (await areSentByEmail(ctx))) return true;
  return isCountryServed(ctx, parsePhone(phone) ?? phone) && isListenedTo(ctx, LOGIN_CODE_EVENT);
}

async function buyerByCode(ctx: Context, account: string, code: string): Promise<UserRow> {
  const known = await knownAccounts(ctx, account);
  const attempt = { account, clientAddress: ctx.clientAddress, device: provedDevice(known), isByCode: true };
  const user = await ctx.loginLimits.guard(attempt, () => useLoginCode(ctx, account, code, known));
  if (!user) throw refuse('auth.wrongCode');
  return user;
}

/**
 * The accounts that logged in on this device before come first, each counted there. Anybody may register any phone, so the others of the
 * phone are tried as by a stranger. RATE_LIMITED if the first attempt was; later ones are refused as a wrong password.
 */
async function buyerByPassword(ctx: Context, typed: string, password: string): Promise<AccountOfPhone | undefined> {
  const phone = parsePhone(typed);
  const known = phone ? await knownAccounts(ctx, phone) : [];
  const all = async () => (phone ? accountsOfPhone(ctx, phone) : []);
  const findOthers = async () => (await all()).filter(({ id }) => known.every(({ user }) => user.id !== id));
  const attempts = [...known.map(({ user, device }) => ({ device, among: async () => [user] })), { among: findOthers }];
  let refusal: unknown;
  for (const [n, { among, ...counted }] of attempts.entries()) {
    const attempt = { account: phone ?? typed, clientAddress: ctx.clientAddress, ...counted };
    const login = async (whose: string[]) => accountByPassword(await among(), password, whose);
    // A stranger may guess by giving the guess to an own account that claims the phone.
    const isOwner = ({ phoneProvedAt }: AccountOfPhone) => 'device' in counted || phoneProvedAt !== null;
    try {
      const right = await ctx.loginLimits.guard(attempt, login, isOwner);
      if (right) return right;
    } catch (error) {
      if (!(error instanceof DomainError && error.code === 'RATE_LIMITED')) throw error;
      if (n === 0) refusal = error;
    }
  }
  if (refusal) throw refusal;
  return undefined;
}

/** By their ids first: a phone may have many accounts. */
function knownAccounts(ctx: Context, phone: string) {
  return knownUsers(ctx, (ids) => accountsOfPhone(ctx, phone, ids));
}

type Known = Awaited<ReturnType<typeof knownAccounts>>;

/** For codes: a device of an account that proved the phone. */
function provedDevice(known: Known): string | undefined {
  return known.find(({ user }) => user.phoneProvedAt)?.device;
}

export function enter(ctx: Context, user: UserRow & { passwordHash?: string | null }): Promise<SignedIn> {
  const { passwordHash: _, ...row } = user;
  return ctx.db.transaction((tx) => openSession(ctx, tx, row));
}

/** Longer than writing takes: the time must not show whether the phone has an account. */
const ANSWER_AFTER_MS = 300;

/** The same for an unknown phone. BAD_USER_INPUT on `phone`; RATE_LIMITED; UNAVAILABLE while no endpoint takes codes. */
export async function requestLoginCode(ctx: Context, phone: string): Promise<LoginCodeRequest> {
  const number = parsePhone(phone);
  if (!number) throw refuseField('phone', 'users.phone');
  const ways = { byPhone: isCountryServed(ctx, number) && (await ctx.arePhonesTold()), byEmail: await areSentByEmail(ctx) };
  if (!ways.byPhone && !ways.byEmail) {
    refuseOtherCountries(ctx, number);
    throw refuse('auth.codesCannotBeSent');
  }
  const isKnownDevice = provedDevice(await knownAccounts(ctx, number)) !== undefined;
  const counted = await ctx.loginLimits.countCode({ contact: number, clientAddress: ctx.clientAddress, isKnownDevice });
  const [expiresAt] = await Promise.all([giveCode(ctx, number, counted, ways), sleep(ANSWER_AFTER_MS)]);
  return { expiresAt, anotherAt: new Date(expiresAt.getTime() - (CODE_SECONDS - CODE_GAP_SECONDS) * 1_000) };
}

/** A failure takes the same time whether or not there is a code. A known device has tries of its own, which others cannot use up. */
async function useLoginCode(ctx: Context, phone: string, typed: string, known: Known): Promise<UserRow | undefined> {
  const values = [phone, hashOfCode(ctx, phone, typed), CODE_TRIES, provedDevice(known) !== undefined];
  const ids = known.map(({ user }) => user.id);
  const leastTime = sleep(ANSWER_AFTER_MS);
  const user = await ctx.db.transaction(async (tx) => {
    const [tried] = await tx.query(tryLoginCode, values);
    if (tried?.isRight) return provePhone(ctx, tx, phone, ids);
    return tryEmailCodes(ctx, tx, { phone, typed, known: ids });
  });
  if (!user) await leastTime;
  return user;
}

async function giveCode(
  ctx: Context,
  phone: string,
  counted: CountedCode,
  { byPhone, byEmail }: { byPhone: boolean; byEmail: boolean },
): Promise<Date> {
  const code = newCode();
  // A code that nobody gets must not be guessed either.
  const hash = byPhone ? hashOfCode(ctx, phone, code) : randomBytes(32);
  const { expiresAt, isKnown } = await ctx.db.transaction(async (tx) => {
    const [given] = await tx.query(insertLoginCode, [phone, hash, CODE_SECONDS]);
    const { expiresAt: endsAt } = given!;
    if (!given!.isKnown) return given!;
    const data = { phone, code, language: languageOfCode(ctx), expiresAt: endsAt };
    if (byPhone) await writeEvents(ctx, tx, [{ type: LOGIN_CODE_EVENT, data, endsAt }]);
    if (byEmail) await sendEmailCodes(ctx, tx, await tx.query(selectAccountsOfPhone, [phone, null]));
    if (!ctx.config.production)
      tx.afterCommit(() => ctx.log.info({ event: 'auth.login_code.development', phone, code }, 'a code was asked for'));
    return given!;
  });
  if (!isKnown) await counted.notSent();
  return expiresAt;
}

export const loginCodeEvents = {
  [LOGIN_CODE_EVENT]: codeEvent(
    'phone',
    described({ type: 'string', pattern: '^\\+\\d{8,15}$' }, 'E.164: where to send the code.'),
    '+5500000000000',
    'a buyer asked for a code, to log in with or to prove a phone: send it to the phone',
  ),
} satisfies Record<string, EventDeclaration>;

/** Ends all sessions and opens a new one. BAD_USER_INPUT on `currentPassword`; RATE_LIMITED; CONFLICT. */
export async function changePassword(ctx: Context, { currentPassword, newPassword }: ChangePasswordInput): Promise<SignedIn> {
  const actor = actorOf(ctx);
  const user =
    actor
    && (await ctx.db.prisma.user.findUnique({
      where: { id: actor.id, deletedAt: null, blockedAt: null },
      omit: { passwordHash: true },
    }));
  if (!actor || !user) throw refuse('users.accountGone');
  const problem =
    user.role === 'ADMIN' ? problemOfOperatorPassword(newPassword, [user.name, user.email]) : problemOfPassword(newPassword);
  if (problem) throw refuseFields({ newPassword: [problem] });
  await provePassword(ctx, actor.id, currentPassword);
  return setPassword(ctx, { user, newPassword, by: actor, action: 'changePassword' });
}

/** By a login code. UNAUTHENTICATED as a login by code. */
export async function resetPassword(ctx: Context, { phone, code, newPassword }: ResetPasswordInput): Promise<SignedIn> {
  const user = await buyerByCode(ctx, parsePhone(phone) ?? phone, code);
  const by = { id: user.id, address: null, requestId: null };
  return setPassword(ctx, { user, newPassword, by, action: 'resetPassword' });
}

async function setPassword(
  ctx: Context,
  { user, newPassword, by, action }: { user: UserRow; newPassword: string; by: Actor; action: string },
): Promise<SignedIn> {
  const passwordHash = await hashForPhone(ctx, user.phone, newPassword);
  return ctx.db.transaction(async (tx) => {
    const set = await setPasswordHash(tx, user, passwordHash);
    if (!set) throw refuse('auth.accountChanged');
    await writeAudit(tx, { by, action, subjectType: 'user', subjectId: user.id, details: {} });
    return openSession(ctx, tx, { ...user, tokenVersion: set.tokenVersion });
  });
}
