import { isValidCpf, parseCpf as digitsOf, isValidPhone, parsePhone as nationalDigitsOf } from '@brazilian-utils/brazilian-utils';
import { isEmail } from 'class-validator';
import type { OperatorRole, Role } from '../generated/prisma/client.js';
import type { AuditEntry } from '../platform/audit.js';
import { businessDay } from '../platform/business-day.js';
import { problemOfOperatorPassword } from '../platform/operator-password.js';
import type { FieldProblems } from '../platform/refusal.js';
import { textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';

/** Undefined if a check digit is wrong or all digits are equal. */
export function parseCpf(text: string): string | undefined {
  return isValidCpf(text) ? digitsOf(text) : undefined;
}

/** The name of a deleted buyer. One word: masking shortens others. */
export const ANONYMOUS = 'Anônimo';

export const NAME_LENGTH = { min: 2, max: 120 } as const;

/** NFC, with single spaces. Undefined unless it has 2 to 120 characters, a letter and no control character. */
export function parsePersonName(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const length = [...name].length;
  if (length < NAME_LENGTH.min || length > NAME_LENGTH.max) return undefined;
  return /\p{L}/u.test(name) && !/\p{Cc}/u.test(name) ? name : undefined;
}

// The library ignores all other characters, letters too.
const PHONE_CHARACTERS = /^\+?[\d\s().-]{8,30}$/;
/** ITU-T E.164, 6.1: a country code, which never begins with 0; at most 15 digits in all. */
const E164 = /^\+[1-9]\d{7,14}$/;

/** E.164; undefined if invalid. Without a plus the number is Brazilian. Only those are checked by the numbering plan. */
export function parsePhone(text: string): string | undefined {
  const trimmed = text.trim();
  if (!PHONE_CHARACTERS.test(trimmed)) return undefined;
  const compact = trimmed.replace(/[^\d+]/g, '');
  // The library would take +1 198 765 4321 for a mobile of São Paulo.
  if (compact.startsWith('+') && !compact.startsWith('+55')) return E164.test(compact) ? compact : undefined;
  return isValidPhone(compact) ? `+55${nationalDigitsOf(compact)}` : undefined;
}

/** Personal data as typed; `birthDate` is midnight UTC of its day. Undefined: not sent. Null: remove. */
export interface TypedPerson {
  name?: string | null | undefined;
  phone?: string | null | undefined;
  cpf?: string | null | undefined;
  email?: string | null | undefined;
  birthDate?: Date | null | undefined;
}

export interface TypedUser extends TypedPerson {
  role: Role;
  operatorRole?: OperatorRole | null | undefined;
  password?: string | null | undefined;
}

export interface Person {
  name?: string;
  phone?: string | null;
  cpf?: string | null;
  email?: string | null;
  birthDate?: Date | null;
}

const PASSWORD_LENGTH = { min: 8, max: 200 } as const;
const EARLIEST_BIRTH_DATE = new Date('1900-01-01');

/** All problems at once, by field. */
export function personProblems(
  { name, phone, cpf, email, birthDate, password }: TypedPerson & { password?: string | null | undefined },
  timeZone: string,
): FieldProblems {
  const problems: FieldProblems = {};
  if (name != null && !parsePersonName(name)) problems.name = [textOf('users.personName', NAME_LENGTH)];
  if (phone != null && !parsePhone(phone)) problems.phone = [textOf('users.phone')];
  if (cpf != null && !parseCpf(cpf)) problems.cpf = [textOf('users.cpf')];
  if (email != null && !isEmail(email.trim())) problems.email = [textOf('platform.email')];
  const ofPassword = password == null ? undefined : problemOfPassword(password);
  if (ofPassword) problems.password = [ofPassword];
  if (birthDate && birthDate >= new Date(businessDay(timeZone))) problems.birthDate = [textOf('users.past')];
  if (birthDate && birthDate < EARLIEST_BIRTH_DATE) problems.birthDate = [textOf('users.notBefore', { date: 1900 })];
  return problems;
}

/** A buyer's. */
export function problemOfPassword(password: string): KeyedText | undefined {
  const isFit = password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max;
  return isFit ? undefined : textOf('platform.length', PASSWORD_LENGTH);
}

export function newUserProblems(input: Partial<TypedUser>, timeZone: string): FieldProblems {
  return { ...personProblems(input, timeZone), ...missingOrUnfit(input) };
}

function missingOrUnfit(input: Partial<TypedUser>): FieldProblems {
  const { role, operatorRole, name, email, phone, cpf, birthDate, password } = input;
  if (!role) return {};
  if (role === 'USER')
    return present({
      phone: phone == null && [textOf('users.requiredForBuyer')],
      cpf: cpf == null && [textOf('users.requiredForBuyer')],
      operatorRole: operatorRole != null && [textOf('users.operatorsOnly')],
    });
  return {
    ...present({
      operatorRole: operatorRole == null && [textOf('users.requiredForOperator')],
      email: email == null && [textOf('users.requiredToLogIn')],
      password: password == null ? [textOf('users.requiredForOperator')] : operatorPassword(password, [name, email]),
    }),
    ...forBuyers({ phone, cpf, birthDate }),
  };
}

export function operatorPassword(password: string, known: readonly (string | null | undefined)[]): KeyedText[] | false {
  const problem = problemOfOperatorPassword(password, known);
  return problem !== undefined && [problem];
}

export function forBuyers(values: Record<string, unknown>): FieldProblems {
  const given = Object.entries(values).filter(([, value]) => value != null);
  return Object.fromEntries(given.map(([name]) => [name, [textOf('users.buyersOnly')]]));
}

export function present(problems: Record<string, KeyedText[] | false>): FieldProblems {
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, KeyedText[]] => entry[1] !== false));
}

/** The stored form of valid input. */
export function changedPerson({ name, phone, cpf, email, birthDate }: TypedPerson): Person {
  return {
    ...(name != null && { name: parsePersonName(name) ?? name }),
    ...(phone !== undefined && { phone: phone === null ? null : (parsePhone(phone) ?? phone) }),
    ...(cpf !== undefined && { cpf: cpf === null ? null : (parseCpf(cpf) ?? cpf) }),
    ...(email !== undefined && { email: email?.trim().toLowerCase() ?? null }),
    ...(birthDate !== undefined && { birthDate }),
  };
}

/** What the audit log may keep for ever: of a buyer only which fields. Masked digits beside an id are data too. */
export function shownPerson({ name, phone, cpf, email, birthDate }: TypedPerson, role: Role): AuditEntry['details'] {
  if (role === 'ADMIN') return { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
  const changed = { name, phone, cpf, email, birthDate };
  const given = Object.entries(changed).filter(([field, value]) => value !== undefined && (field !== 'name' || value !== null));
  return Object.fromEntries(given.map(([field, value]) => [field, value == null ? null : '***']));
}
