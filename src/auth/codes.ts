import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import type { App } from '../context.js';
import { refuseField } from '../platform/domain-error.js';
import { A_TIME, described, record, time, type EventDeclaration } from '../webhooks/event-shapes.js';
import type { JsonSchema } from '../rest/schema-object.js';

/** Also for a phone that a buyer wants to have. */
export const LOGIN_CODE_EVENT = 'login.code_requested';
/** To prove an address, or to log in to the account that has it. */
export const EMAIL_CODE_EVENT = 'email.code_requested';
export const CODE_SECONDS = 300;
const DIGITS = 6;
/** With ten codes a day: fifty guesses a day at one of a million codes. */
export const CODE_TRIES = 5;

export function newCode(): string {
  return String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
}

/** BAD_USER_INPUT on `phone`: messages to other countries cost more, and who asks for many may share the price. */
export function refuseOtherCountries({ config }: Pick<App, 'config'>, phone: string): void {
  const { countries } = config.loginCodes;
  if (!countries.some((code) => phone.startsWith(`+${code}`))) throw refuseField('phone', 'auth.noCodesThere');
}

/** Keyed: a million codes are soon tried against a copy of the database. `of` says what the code is for. */
export function hashOfCode({ config }: Pick<App, 'config'>, of: string, typed: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', config.jwtSecret, '', 'login codes', 32));
  return createHmac('sha256', key)
    .update(`${of} ${typed.replaceAll(/[\s-]/g, '')}`)
    .digest();
}

/** Of a code that logs in to one account, in `contact_codes`: no phone or e-mail address begins so. */
export const loginContact = (email: string): string => `login ${email}`;

export function codeEvent(to: string, address: JsonSchema, sample: string, description: string): EventDeclaration {
  return {
    description:
      `${description}. \`data\` is \`${to}\`, \`code\` (six digits) and \`expiresAt\`. Sent only to endpoints that name it in \`events\`. `
      + 'Its body is deleted once it was delivered, or the code has expired.',
    data: record({ [to]: address, code: described({ type: 'string', pattern: '^\\d{6}$' }, 'Six digits.'), expiresAt: time }),
    sample: { [to]: sample, code: '000000', expiresAt: A_TIME },
  };
}
