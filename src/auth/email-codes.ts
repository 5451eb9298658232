import type { Context } from '../context.js';
import type { Transaction } from '../platform/database/database.js';
import { proveEmail } from '../users/account-of-phone.service.js';
import { selectAccountsOfPhone, type AccountOfPhone } from '../users/account-of-phone.sql.js';
import type { UserRow } from '../users/user.sql.js';
import { isListenedTo, writeEvents } from '../webhooks/outbox.js';
import { CODE_SECONDS, CODE_TRIES, EMAIL_CODE_EVENT, hashOfCode, languageOfCode, loginContact, newCode } from './codes.js';
import { deleteContactCodes, insertContactCode, tryContactCode } from './contact.sql.js';

/*
 * Codes to log in by e-mail. Anybody may sign up with any phone and an e-mail address of their own, so such a code proves no phone: it
 * opens the account that has the address.
 */

/** An attempt tries the codes of so many addresses, those of the accounts that bought most, and of so many accounts of each. */
const ADDRESSES_AT_MOST = 3;
const ACCOUNTS_AT_MOST = 5;

/** Accounts by their address. */
function byAddress(accounts: readonly AccountOfPhone[]): [email: string, accounts: AccountOfPhone[]][] {
  const addresses = new Map<string, AccountOfPhone[]>();
  for (const account of accounts) {
    const { email, blockedAt } = account;
    if (email === null || blockedAt) continue;
    addresses.set(email, [...(addresses.get(email) ?? []), account].slice(0, ACCOUNTS_AT_MOST));
  }
  return [...addresses].slice(0, ADDRESSES_AT_MOST);
}

export function areSentByEmail(ctx: Context): Promise<boolean> {
  return isListenedTo(ctx, EMAIL_CODE_EVENT);
}

/** To each address of the phone's accounts another code. */
export async function sendEmailCodes(ctx: Context, tx: Transaction, accounts: readonly AccountOfPhone[]): Promise<void> {
  for (const [email, [account]] of byAddress(accounts)) {
    const { id, language: ofAccount } = account!;
    const code = newCode();
    const contact = loginContact(email);
    const [given] = await tx.query(insertContactCode, [id, contact, hashOfCode(ctx, `${id} ${contact}`, code), CODE_SECONDS]);
    const { expiresAt } = given!;
    const data = { email, code, language: languageOfCode(ctx, ofAccount), expiresAt };
    await writeEvents(ctx, tx, [{ type: EMAIL_CODE_EVENT, data, endsAt: expiresAt }]);
    if (!ctx.config.production)
      tx.afterCommit(() => ctx.log.info({ event: 'auth.login_code.development', email, code }, 'a code was asked for'));
  }
}

/** The account of the person who received the code. `known`: ids of the accounts that logged in on this device. */
export async function tryEmailCodes(
  ctx: Context,
  tx: Transaction,
  { phone, typed, known }: { phone: string; typed: string; known: readonly string[] },
): Promise<UserRow | undefined> {
  let right: { id: string; email: string } | undefined;
  for (const [email, accounts] of byAddress(await tx.query(selectAccountsOfPhone, [phone, null])))
    // The order of the accounts may be another one since the code was sent.
    for (const { id } of accounts) {
      const contact = loginContact(email);
      const hash = hashOfCode(ctx, `${id} ${contact}`, typed);
      const [tried] = await tx.query(tryContactCode, [id, contact, hash, CODE_TRIES]);
      if (tried?.isRight) right ??= { id, email };
    }
  if (!right) return undefined;
  await tx.query(deleteContactCodes, [right.id]);
  return proveEmail(ctx, tx, { phone, email: right.email }, known);
}
