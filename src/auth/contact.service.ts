import { randomBytes } from 'node:crypto';
import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import { refuse, refuseFields, refuseProblems, textOf } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { accountsOfPhone, ownerOf, takePhone } from '../users/account-of-phone.service.js';
import { provePassword } from '../users/customer.service.js';
import { changedPerson, type Person, personProblems, present } from '../users/person.js';
import { lockedUser, userAudit } from '../users/user-admin.service.js';
import type { UpdateCustomerInput } from '../users/user.input.js';
import type { UserRow } from '../users/user.sql.js';
import { described, type EventDeclaration } from '../webhooks/event-shapes.js';
import { isListenedTo, writeEvents } from '../webhooks/outbox.js';
import type { ContactCodeInput } from './auth.input.js';
import type { LoginCodeRequest } from './auth.type.js';
import {
  CODE_SECONDS,
  CODE_TRIES,
  codeEvent,
  EMAIL_CODE_EVENT,
  hashOfCode,
  languageOfCode,
  LOGIN_CODE_EVENT,
  newCode,
  refuseOtherCountries,
} from './codes.js';
import { deleteContactCodes, insertContactCode, tryContactCode } from './contact.sql.js';
import { type Claim, CODE_GAP_SECONDS } from './login-limits.js';

/** The same whether or not others have the phone. BAD_USER_INPUT; RATE_LIMITED; UNAVAILABLE while no endpoint takes the codes. */
export async function requestContactCode(ctx: Context, input: ContactCodeInput): Promise<LoginCodeRequest> {
  const buyer = await callingBuyer(ctx);
  if ((input.phone == null) === (input.email == null)) {
    const key = input.phone == null ? 'auth.contactNeeded' : 'auth.oneContact';
    throw refuseFields({ phone: [textOf(key)], email: [textOf(key)] });
  }
  refuseProblems(personProblems(input, ctx.config.businessTimeZone));
  const { phone, email } = changedPerson(input);
  if (phone != null) refuseOtherCountries(ctx, phone);
  const contact = (phone ?? email)!;
  const type = phone == null ? EMAIL_CODE_EVENT : LOGIN_CODE_EVENT;
  if (ctx.config.production && !(await isListenedTo(ctx, type))) throw refuse('auth.contactCodesCannotBeSent');
  const account = await claimOf(ctx, buyer, contact);
  const counted = await ctx.loginLimits.countCode({ contact, clientAddress: ctx.clientAddress, account });
  const code = newCode();
  const to = phone == null ? { email: contact } : { phone: contact };
  const expiresAt = await ctx.db.transaction(async (tx) => {
    // A code that nobody gets must not be guessed either.
    const hash = counted.isSent ? hashOfCode(ctx, `${buyer.id} ${contact}`, code) : randomBytes(32);
    const [given] = await tx.query(insertContactCode, [buyer.id, contact, hash, CODE_SECONDS]);
    if (!counted.isSent) return given!.expiresAt;
    const { expiresAt: endsAt } = given!;
    const data = { ...to, code, language: languageOfCode(ctx, buyer.language), expiresAt: endsAt };
    await writeEvents(ctx, tx, [{ type, data, endsAt }]);
    if (!ctx.config.production)
      tx.afterCommit(() => ctx.log.info({ event: 'auth.login_code.development', ...to, code }, 'a code was asked for'));
    return given!.expiresAt;
  });
  if (!counted.isSent) await counted.notSent();
  return { expiresAt, anotherAt: new Date(expiresAt.getTime() - (CODE_SECONDS - CODE_GAP_SECONDS) * 1_000) };
}

/** An account asks for its own phone apart from all others: strangers must not keep it from proving the phone. */
async function claimOf(ctx: Context, { id, phone }: UserRow, contact: string): Promise<Claim> {
  if (phone !== contact) return { id, claims: false, isOwner: false };
  return { id, claims: true, isOwner: ownerOf(await accountsOfPhone(ctx, contact))?.id === id };
}

export const emailCodeEvents = {
  [EMAIL_CODE_EVENT]: codeEvent(
    'email',
    described({ type: 'string', format: 'email' }, 'Where to send the code.'),
    'nobody@example.com',
    'a buyer wants to have an e-mail address, and proves it by a code, or logs in by a code: send it to the address',
  ),
} satisfies Record<string, EventDeclaration>;

/**
 * A new phone or e-mail address needs the password, because it takes the account along, and a code that was sent to it. The code of
 * the account's own phone proves that phone. What is empty is set once. NOT_FOUND; BAD_USER_INPUT; CONFLICT; RATE_LIMITED.
 */
export async function updateCustomer(ctx: Context, id: string, input: UpdateCustomerInput): Promise<UserRow> {
  const buyer = await callingBuyer(ctx);
  if (buyer.id !== id.toLowerCase()) throw refuse('users.notFound');
  const { currentPassword, phoneCode, emailCode, ...typed } = input;
  refuseProblems({ ...personProblems(typed, ctx.config.businessTimeZone), ...problemsOfNull(typed) });
  const person = changedPerson(typed);
  const isNewPhone = person.phone !== undefined && person.phone !== buyer.phone;
  const isNewEmail = person.email !== undefined && person.email !== buyer.email;
  const needsNoPassword = !isNewPhone && buyer.email === null && (await hasNoPassword(ctx, buyer.id));
  if ((isNewPhone || isNewEmail) && !needsNoPassword) await provePassword(ctx, buyer.id, currentPassword);
  const phone = isNewPhone || phoneCode != null ? person.phone : null;
  await tryCodes(ctx, buyer.id, { phoneCode: [phone, phoneCode], emailCode: [isNewEmail ? person.email : null, emailCode] });

  return ctx.db.transaction(async (tx) => {
    if (phone != null) await takePhone(ctx, tx, phone, buyer.id);
    const before = await lockedUser(tx, buyer.id);
    // The password and the codes were of this account as it was: somebody may have proved its phone since.
    if (before.tokenVersion !== ctx.token?.version || before.phone !== buyer.phone || before.email !== buyer.email)
      throw refuse('auth.accountChanged');
    refuseOtherIdentity(before, person);
    if (phone != null || isNewEmail) await tx.query(deleteContactCodes, [buyer.id]);
    if (isNewPhone || isNewEmail) {
      const details = { ...(isNewPhone && { phone: 'changed' }), ...(isNewEmail && { email: 'changed' }) };
      await writeAudit(tx, userAudit(ctx, 'updateCustomer', buyer.id, details));
    }
    const now = new Date();
    const proofs = {
      ...(phone != null && { phoneProvedAt: now }),
      ...(isNewEmail && { emailProvedAt: person.email === null ? null : now }),
    };
    const data = { ...person, ...proofs };
    return tx.prisma.user.update({ where: { id: buyer.id }, data, omit: { passwordHash: true } });
  });
}

/** A buyer who proved the phone by a code has none until they set one: what was there may have been a stranger's. */
async function hasNoPassword({ db }: Context, id: string): Promise<boolean> {
  return (await db.prisma.user.count({ where: { id, passwordHash: null } })) > 0;
}

function refuseOtherIdentity(before: UserRow, person: Person): void {
  const changed = (['cpf', 'birthDate'] as const).filter(
    (field) => person[field] !== undefined && before[field] && String(before[field]) !== String(person[field]),
  );
  if (changed.length === 0) return;
  const fields = Object.fromEntries(changed.map((field) => [field, [textOf('users.alreadySet')]]));
  throw refuse('users.identityIsSet', {}, { fields });
}

async function callingBuyer({ principal, loaders }: Context): Promise<UserRow> {
  const user = principal.role === 'USER' ? await loaders.user.load(principal.id) : null;
  if (!user || user.deletedAt) throw refuse('users.accountGone');
  return user;
}

function problemsOfNull({ name, phone }: UpdateCustomerInput): FieldProblems {
  return present({
    name: name === null && [textOf('users.notTakenAway')],
    phone: phone === null && [textOf('users.notTakenAway')],
  });
}

/** Each code with the phone or e-mail address that it proves; null for none. A wrong code is counted. BAD_USER_INPUT. */
async function tryCodes(
  ctx: Context,
  userId: string,
  codes: Record<string, [contact: string | null | undefined, code: string | null | undefined]>,
): Promise<void> {
  const problems: FieldProblems = {};
  for (const [field, [contact, code]] of Object.entries(codes)) {
    if (contact == null) continue;
    const values = [userId, contact, hashOfCode(ctx, `${userId} ${contact}`, code ?? ''), CODE_TRIES];
    const [tried] = code == null ? [] : await ctx.db.transaction((tx) => tx.query(tryContactCode, values));
    if (!tried?.isRight) problems[field] = [textOf(code == null ? 'auth.codeNeeded' : 'auth.wrongContactCode')];
  }
  refuseProblems(problems);
}
