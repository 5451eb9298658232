import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import type { App, Context } from '../context.js';
import { refuseField } from '../platform/domain-error.js';
import { askedLanguage, type Language } from '../platform/language.js';
import { isListenedTo } from '../webhooks/outbox.js';
import { A_TIME, described, language, record, time, type EventDeclaration } from '../webhooks/event-shapes.js';
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

/** In development they are logged. */
export async function arePhonesTold(app: App): Promise<boolean> {
  return !app.config.production || (await isListenedTo(app, LOGIN_CODE_EVENT));
}

/** Messages to other countries cost more, and who asks for many may share the price. */
export function isCountryServed({ config }: Pick<App, 'config'>, phone: string): boolean {
  return config.loginCodes.countries.some((code) => phone.startsWith(`+${code}`));
}

/** BAD_USER_INPUT on `phone`. */
export function refuseOtherCountries(app: Pick<App, 'config'>, phone: string): void {
  if (!isCountryServed(app, phone)) throw refuseField('phone', 'auth.noCodesThere');
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

/** Of a text with a code: the page's, else the one of the account. */
export function languageOfCode({ acceptLanguage }: Pick<Context, 'acceptLanguage'>, ofAccount?: string | null): Language {
  return askedLanguage(acceptLanguage) ?? (ofAccount === 'en' ? 'en' : 'pt-BR');
}

export function codeEvent(to: string, address: JsonSchema, sample: string, description: string): EventDeclaration {
  return {
    description:
      `${description}. \`data\` is \`${to}\`, \`code\` (six digits), \`language\` and \`expiresAt\`. Sent only to endpoints that name it in \`events\`. `
      + 'Its body is deleted once it was delivered, or the code has expired.',
    data: record({
      [to]: address,
      code: described({ type: 'string', pattern: '^\\d{6}$' }, 'Six digits.'),
      language: described(language, "The buyer's."),
      expiresAt: time,
    }),
    sample: { [to]: sample, code: '000000', language: 'pt-BR', expiresAt: A_TIME },
  };
}
