import type { Context } from '../context.js';
import type { Transaction } from '../platform/database/database.js';
import type { AccountOfPhone } from '../users/account-of-phone.sql.js';
import type { UserRow } from '../users/user.sql.js';
import { isListenedTo, writeEvents } from '../webhooks/outbox.js';
import { CODE_SECONDS, CODE_TRIES, EMAIL_CODE_EVENT, hashOfCode, languageOfCode, loginContact, newCode } from './codes.js';
import { deleteContactCodes, insertContactCode, tryContactCode } from './contact.sql.js';

/*
 * Codes to log in by e-mail. Anybody may register any phone with an e-mail address of their own, so such a code proves no phone: it opens
 * the one account that has the address.
 */

/** An attempt tries the codes of so many accounts: those that bought most. */
const ACCOUNTS_AT_MOST = 3;

type WithEmail = AccountOfPhone & { email: string };

function withEmail(accounts: readonly AccountOfPhone[]): WithEmail[] {
  const open = accounts.filter((account): account is WithEmail => account.email !== null && account.blockedAt === null);
  return open.slice(0, ACCOUNTS_AT_MOST);
}

export function areSentByEmail(ctx: Context): Promise<boolean> {
  return isListenedTo(ctx, EMAIL_CODE_EVENT);
}

/** To each account of the phone that has an address another code. */
export async function sendEmailCodes(ctx: Context, tx: Transaction, accounts: readonly AccountOfPhone[]): Promise<void> {
  for (const { id, email, language: ofAccount } of withEmail(accounts)) {
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

/** The account whose code it is. */
export async function tryEmailCodes(
  ctx: Context,
  tx: Transaction,
  accounts: readonly AccountOfPhone[],
  typed: string,
): Promise<UserRow | undefined> {
  let right: AccountOfPhone | undefined;
  for (const account of withEmail(accounts)) {
    const contact = loginContact(account.email);
    const hash = hashOfCode(ctx, `${account.id} ${contact}`, typed);
    const [tried] = await tx.query(tryContactCode, [account.id, contact, hash, CODE_TRIES]);
    if (tried?.isRight) right ??= account;
  }
  if (right) await tx.query(deleteContactCodes, [right.id]);
  return right;
}
