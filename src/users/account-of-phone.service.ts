import type { Context } from '../context.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse } from '../platform/domain-error.js';
import { findOfPassword, hashPassword } from '../platform/passwords.js';
import {
  type AccountOfPhone,
  lockPhone,
  proveAccount,
  selectAccountsOfPhone,
  selectHashOfPhone,
} from './account-of-phone.sql.js';
import { mergeAccounts } from './merge-accounts.js';
import type { UserRow } from './user.sql.js';

/** Anybody may register any phone: it belongs to the account that proved it by a code. The others only claim it. */
export function accountsOfPhone({ db }: Pick<Context, 'db'>, phone: string): Promise<AccountOfPhone[]> {
  return db.query(selectAccountsOfPhone, [phone]);
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
  { db, clientAddress }: Pick<Context, 'db' | 'clientAddress'>,
  phone: string | null,
  password: string,
): Promise<string> {
  const [like] = phone === null ? [] : await db.query(selectHashOfPhone, [phone]);
  return hashPassword(password, [`address ${clientAddress}`], like?.passwordHash);
}

/**
 * The account of who has just typed a code of the phone, with what is in other accounts that claim it. An account that only claimed
 * the phone may be a stranger's: its password and sessions end. Undefined if there is none, or it is blocked.
 */
export async function provePhone(ctx: Context, tx: Transaction, phone: string): Promise<UserRow | undefined> {
  await tx.query(lockPhone, [phone]);
  const accounts = await tx.query(selectAccountsOfPhone, [phone]);
  const account = accounts.find(({ phoneProvedAt, blockedAt }) => phoneProvedAt ?? !blockedAt);
  if (!account || account.blockedAt) return undefined;
  await mergeAccounts(ctx, tx, claimsOf(accounts, account.id), account.id);
  if (account.phoneProvedAt) return account;
  const [proved] = await tx.query(proveAccount, [account.id]);
  return proved;
}

/** CONFLICT if another account has proved the phone. Only for somebody who typed a code of it: others must not learn it. */
export async function takePhone(ctx: Context, tx: Transaction, phone: string, id: string): Promise<void> {
  await tx.query(lockPhone, [phone]);
  const accounts = await tx.query(selectAccountsOfPhone, [phone]);
  if (accounts.some((account) => account.phoneProvedAt && account.id !== id)) throw refuse('users.phoneOfAnother');
  await mergeAccounts(ctx, tx, claimsOf(accounts, id), id);
}

/** Those that are blocked stay, with what they did. */
function claimsOf(accounts: readonly AccountOfPhone[], id: string): string[] {
  return accounts.filter((account) => account.id !== id && !account.blockedAt).map((account) => account.id);
}
