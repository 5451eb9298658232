import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import type { Sql } from '../platform/database/statement.js';
import { refuse } from '../platform/domain-error.js';
import { findOfPassword, hashPassword } from '../platform/passwords.js';
import {
  type AccountOfPhone,
  lockPhone,
  proveAccount,
  proveEmailOfAccount,
  selectAccountsOfPhone,
  selectHasGivenBack,
  selectHashOfPhone,
} from './account-of-phone.sql.js';
import { mergeAccounts } from './merge-accounts.js';
import { shownPerson } from './person.js';
import type { UserRow } from './user.sql.js';

/**
 * Anybody may register any phone: it belongs to the account that proved it by a code. The others only claim it. All, or those with
 * the ids.
 */
export function accountsOfPhone(
  { db }: Pick<Context, 'db'>,
  phone: string,
  ids: readonly string[] | null = null,
): Promise<AccountOfPhone[]> {
  return db.query(selectAccountsOfPhone, [phone, ids]);
}

/** To which a code of the phone leads, on a device that knows none of them: the proved one, or else the first that is not blocked. */
export function ownerOf(accounts: readonly AccountOfPhone[]): AccountOfPhone | undefined {
  return accounts.find(isOpen);
}

function isOpen({ phoneProvedAt, blockedAt }: AccountOfPhone): boolean {
  return Boolean(phoneProvedAt ?? !blockedAt);
}

/** As long for a phone that nobody has as for one with several accounts. */
export async function accountByPassword(
  accounts: readonly AccountOfPhone[],
  password: string,
  whose: readonly string[],
): Promise<AccountOfPhone | undefined> {
  const open = accounts.filter(({ blockedAt, passwordHash }) => !blockedAt && passwordHash);
  const right = await findOfPassword(
    open.flatMap(({ passwordHash }) => passwordHash ?? []),
    password,
    whose,
  );
  return right === undefined ? undefined : open.find(({ passwordHash }) => passwordHash === right);
}

/** A buyer's password: with one salt for all accounts of the phone. */
export async function hashForPhone(
  { db, clientAddress }: { db: Sql; clientAddress: string },
  phone: string | null,
  password: string,
): Promise<string> {
  const [like] = phone === null ? [] : await db.query(selectHashOfPhone, [phone]);
  return hashPassword(password, [`address ${clientAddress}`], like?.passwordHash);
}

/**
 * The account of the person who has just typed a code of the phone, with what is in other accounts that claim it. If none was proved: one
 * that logged in on their device (`known`), or else the one that bought most. That one may be a stranger's. Undefined if there is none,
 * or it is blocked.
 */
export async function provePhone(
  ctx: Context,
  tx: Transaction,
  phone: string,
  known: readonly string[],
): Promise<UserRow | undefined> {
  await tx.query(lockPhone, [phone]);
  const accounts = await tx.query(selectAccountsOfPhone, [phone, null]);
  const open = accounts.filter(isOpen);
  const account =
    open.find(({ phoneProvedAt }) => phoneProvedAt) ?? open.find(({ id }) => known.includes(id)) ?? ownerOf(accounts);
  if (!account || account.blockedAt) return undefined;
  if (account.phoneProvedAt) {
    await mergeAccounts(ctx, tx, claimsOf(accounts, account.id), account.id);
    return account;
  }
  // Only an operator makes an account without a password, and moves it to a phone.
  const isTheirs = known.includes(account.id) || account.passwordHash === null;
  const others = claimsOf(accounts, account.id);
  const id = isTheirs ? account.id : await outOfReach(tx, account, others);
  await mergeAccounts(ctx, tx, claimsOf(accounts, id), id);
  const [proved] = await tx.query(proveAccount, [id, isTheirs]);
  const emptied = isTheirs ? {} : shownPerson({ cpf: null, email: null, birthDate: null }, 'USER');
  const by = { id, address: null, requestId: null };
  await writeAudit(tx, { by, action: 'provePhone', subjectType: 'user', subjectId: id, details: emptied });
  return proved;
}

/**
 * The account of the person who has just typed a code that was sent to the address, with what is in others of the phone that have the
 * address. Anybody may sign up with any phone and address: what a stranger set ends with the first code. An account that has proved the
 * phone stays as it is: nothing is moved to it.
 */
export async function proveEmail(
  ctx: Context,
  tx: Transaction,
  { phone, email }: { phone: string; email: string },
  known: readonly string[],
): Promise<UserRow | undefined> {
  await tx.query(lockPhone, [phone]);
  const accounts = (await tx.query(selectAccountsOfPhone, [phone, null])).filter(
    (account) => account.email === email && !account.blockedAt,
  );
  const ofPhone = accounts.find(({ phoneProvedAt }) => phoneProvedAt);
  if (ofPhone) return ofPhone;
  const proved = accounts.find(({ emailProvedAt }) => emailProvedAt);
  const account = proved ?? accounts.find(({ id }) => known.includes(id)) ?? accounts[0];
  if (!account) return undefined;
  const others = claimsOf(accounts, account.id);
  if (proved) {
    await mergeAccounts(ctx, tx, others, account.id);
    return account;
  }
  const isTheirs = known.includes(account.id);
  const id = isTheirs ? account.id : await outOfReach(tx, account, others);
  await mergeAccounts(ctx, tx, claimsOf(accounts, id), id);
  const nobodys = isTheirs ? null : await hashForPhone({ db: tx, clientAddress: ctx.clientAddress }, phone, unknownPassword());
  const [row] = await tx.query(proveEmailOfAccount, [id, email, nobodys, isTheirs]);
  const emptied = isTheirs ? {} : shownPerson({ cpf: null, birthDate: null }, 'USER');
  const by = { id, address: null, requestId: null };
  await writeAudit(tx, { by, action: 'proveEmail', subjectType: 'user', subjectId: id, details: emptied });
  return row;
}

/** Of an account that is entered by codes. None at all would mean that an operator made it. */
export function unknownPassword(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * The account may be a stranger's, whose access token holds for seconds more. So a new account takes what it and the others have. It also
 * does if quotas were given back: they must not use up the limits of the person who has the phone.
 */
async function outOfReach(tx: Transaction, { id, name, phone, language }: UserRow, others: readonly string[]): Promise<string> {
  if (others.length === 0) {
    const [row] = await tx.query(selectHasGivenBack, [id]);
    if (!row?.hasGivenBack) return id;
  }
  const made = await tx.prisma.user.create({ data: { id: uuidv7(), role: 'USER', name, phone, language }, select: { id: true } });
  return made.id;
}

/** CONFLICT if another account has proved the phone. Only for somebody who typed a code of it: others must not learn it. */
export async function takePhone(ctx: Context, tx: Transaction, phone: string, id: string): Promise<void> {
  await tx.query(lockPhone, [phone]);
  const accounts = await tx.query(selectAccountsOfPhone, [phone, null]);
  if (accounts.some((account) => account.phoneProvedAt && account.id !== id)) throw refuse('users.phoneOfAnother');
  await mergeAccounts(ctx, tx, claimsOf(accounts, id), id);
}

/** Those that are blocked stay, with what they did. */
function claimsOf(accounts: readonly AccountOfPhone[], id: string): string[] {
  return accounts.filter((account) => account.id !== id && !account.blockedAt).map((account) => account.id);
}
