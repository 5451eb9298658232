import type { Context } from '../context.js';
import type { Sql } from '../platform/database/database.js';
import { refuse } from '../platform/domain-error.js';
import { findOfPassword, hashPassword } from '../platform/passwords.js';
import {
  type AccountOfPhone,
  lockPhone,
  proveAccount,
  selectAccountsOfPhone,
  selectHashOfPhone,
} from './account-of-phone.sql.js';
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
 * The account of who has just typed a code of the phone. An account that only claimed it may be a stranger's: its password and
 * sessions end. Undefined if there is none, or it is blocked.
 */
export async function provePhone(tx: Sql, phone: string): Promise<UserRow | undefined> {
  await tx.query(lockPhone, [phone]);
  const accounts = await tx.query(selectAccountsOfPhone, [phone]);
  const account = accounts.find(({ phoneProvedAt, blockedAt }) => phoneProvedAt ?? !blockedAt);
  if (!account || account.blockedAt) return undefined;
  if (account.phoneProvedAt) return account;
  const [proved] = await tx.query(proveAccount, [account.id]);
  return proved;
}

/** CONFLICT if another account has proved the phone. Only for somebody who typed a code of it: others must not learn it. */
export async function requireUnprovedByOthers(tx: Sql, phone: string, id: string): Promise<void> {
  await tx.query(lockPhone, [phone]);
  const [first] = await tx.query(selectAccountsOfPhone, [phone]);
  if (first?.phoneProvedAt && first.id !== id) throw refuse('users.phoneOfAnother');
}
