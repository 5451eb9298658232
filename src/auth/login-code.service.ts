import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App, Context } from '../context.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { parsePhone } from '../users/phone.js';
import { A_TIME, described, record, time, type EventDeclaration } from '../webhooks/event-shapes.js';
import { isListenedTo, writeEvents } from '../webhooks/outbox.js';
import { insertLoginCode, tryLoginCode } from './login-code.sql.js';
import { CODE_GAP_SECONDS } from './login-limits.js';

const CODE_SECONDS = 300;
const DIGITS = 6;
/** With three codes in a quarter of an hour and ten a day: fifty guesses a day at a number of a million. */
const TRIES = 5;
/** Longer than writing takes: how long an answer took must not say that there was a code, and so an account. */
const ANSWER_AFTER_MS = 300;
const EVENT = 'login.code_requested';

/** What is answered to who asked for a code, whether or not there is one. */
export interface LoginCodeAnswer {
  expiresAt: Date;
  /** When another may be asked for. */
  anotherAt: Date;
}

/**
 * Gives a buyer's phone a code by which they may log in, and tells the operator's sender of messages. The same for a phone that nobody
 * has, but for the message. BAD_USER_INPUT on `phone`; RATE_LIMITED; UNAVAILABLE while no endpoint takes codes.
 */
export async function requestLoginCode(ctx: Context, phone: string): Promise<LoginCodeAnswer> {
  const number = parsePhone(phone);
  if (!number) throw refuseField('phone', 'users.phone');
  if (ctx.config.production && !(await isListenedTo(ctx.db, EVENT))) throw refuse('auth.codesCannotBeSent');
  await ctx.loginLimits.countCode({ phone: number, clientAddress: ctx.clientAddress });
  const [expiresAt] = await Promise.all([giveCode(ctx, number), sleep(ANSWER_AFTER_MS)]);
  return { expiresAt, anotherAt: new Date(expiresAt.getTime() - (CODE_SECONDS - CODE_GAP_SECONDS) * 1_000) };
}

/** Tries a code that somebody typed. Right no more than once, in all processes together; where there is none to try it takes as long. */
export async function useLoginCode(ctx: Context, phone: string, typed: string): Promise<boolean> {
  const code = typed.replaceAll(/[\s-]/g, '');
  const values = [phone, hashOf(ctx, phone, code), TRIES];
  const leastTime = sleep(ANSWER_AFTER_MS);
  const [tried] = await ctx.db.transaction((tx) => tx.query(tryLoginCode, values));
  if (tried?.isRight) return true;
  await leastTime;
  return false;
}

async function giveCode(ctx: Context, phone: string): Promise<Date> {
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  return ctx.db.transaction(async (tx) => {
    const [given] = await tx.query(insertLoginCode, [phone, hashOf(ctx, phone, code), CODE_SECONDS]);
    const { expiresAt, isKnown } = given!;
    if (!isKnown) return expiresAt;
    await writeEvents(ctx, tx, [{ type: EVENT, data: { phone, code, expiresAt }, endsAt: expiresAt }]);
    if (!ctx.config.production)
      tx.afterCommit(() => ctx.log.info({ event: 'auth.login_code.development', phone, code }, 'a login code was asked for'));
    return expiresAt;
  });
}

/** A million codes are soon tried: without the service's secret a copy of the database says nothing of them. */
function hashOf({ config }: Pick<App, 'config'>, phone: string, code: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', config.jwtSecret, '', 'login codes', 32));
  return createHmac('sha256', key).update(`${phone} ${code}`).digest();
}

/** The event that carries a code, as receivers read of it. */
export const loginCodeEvents = {
  [EVENT]: {
    description:
      'a buyer asked for a code to log in with: send it to their phone. `data` is `phone` (E.164), `code` '
      + '(six digits) and `expiresAt`. Sent only to endpoints that name it in `events`. Its body is deleted once it was delivered, or '
      + 'the code has expired.',
    data: record({
      phone: described({ type: 'string', pattern: '^\\+\\d{8,15}$' }, 'E.164: where to send the code.'),
      code: described({ type: 'string', pattern: '^\\d{6}$' }, 'Six digits.'),
      expiresAt: time,
    }),
    sample: { phone: '+5500000000000', code: '000000', expiresAt: A_TIME },
  },
} satisfies Record<string, EventDeclaration>;
