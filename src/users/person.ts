import { isValidCpf, parseCpf as digitsOf, isValidPhone, parsePhone as nationalDigitsOf } from '@brazilian-utils/brazilian-utils';
import { isEmail } from 'class-validator';
import type { Role } from '../generated/prisma/client.js';
import type { AuditEntry } from '../platform/audit.js';
import { businessDay } from '../platform/business-day.js';
import type { FieldProblems } from '../platform/refusal.js';
import { maskCpf, maskName, maskPhone } from '../platform/masking.js';
import { textOf } from '../platform/domain-error.js';

/** The eleven digits of a CPF given plain or punctuated; undefined when a check digit is wrong or all digits are the same. */
export function parseCpf(text: string): string | undefined {
  return isValidCpf(text) ? digitsOf(text) : undefined;
}

export const NAME_LENGTH = { min: 2, max: 120 } as const;

/**
 * A person's name as it is kept: composed (NFC), single spaces. Undefined when that leaves fewer than 2 or more than
 * 120 characters, no letter at all, or a control character.
 */
export function parsePersonName(text: string): string | undefined {
  const name = text.normalize('NFC').trim().replace(/\s+/g, ' ');
  const length = [...name].length;
  if (length < NAME_LENGTH.min || length > NAME_LENGTH.max) return undefined;
  return /\p{L}/u.test(name) && !/\p{Cc}/u.test(name) ? name : undefined;
}

// The library skips whatever is no digit, letters too.
const PHONE_CHARACTERS = /^\+?[\d\s().-]{8,30}$/;
/** ITU-T E.164, 6.1: a country code, which never begins with 0, and at most 15 digits in all. */
const E164 = /^\+[1-9]\d{7,14}$/;

/**
 * A phone number in E.164, "+5511987654321"; undefined when it is none. Without a plus it is a Brazilian mobile or
 * landline, area code included, with or without the 55. With a plus it is of the country it names: a Brazilian one is
 * checked by Brazil's numbering plan, any other for its form only.
 */
export function parsePhone(text: string): string | undefined {
  const trimmed = text.trim();
  if (!PHONE_CHARACTERS.test(trimmed)) return undefined;
  const compact = trimmed.replace(/[^\d+]/g, '');
  // Left to the library, +1 198 765 4321 would be a mobile of São Paulo.
  if (compact.startsWith('+') && !compact.startsWith('+55')) return E164.test(compact) ? compact : undefined;
  return isValidPhone(compact) ? `+55${nationalDigitsOf(compact)}` : undefined;
}

/** Data of a person as typed; `birthDate` at midnight UTC of its day. What is left out is not meant, null is nothing. */
export interface TypedPerson {
  name?: string | null | undefined;
  phone?: string | null | undefined;
  cpf?: string | null | undefined;
  email?: string | null | undefined;
  birthDate?: Date | null | undefined;
}

/** The same as they are kept. */
export interface Person {
  name?: string;
  phone?: string | null;
  cpf?: string | null;
  email?: string | null;
  birthDate?: Date | null;
}

const PASSWORD_LENGTH = { min: 8, max: 200 } as const;
const EARLIEST_BIRTH_DATE = new Date('1900-01-01');

/** All that is wrong with what was typed, by field: told at once, so that nobody finds it out field by field. */
export function personProblems(
  { name, phone, cpf, email, birthDate, password }: TypedPerson & { password?: string | null | undefined },
  timeZone: string,
): FieldProblems {
  const problems: FieldProblems = {};
  if (name != null && !parsePersonName(name))
    problems.name = [textOf('users.personName', { min: NAME_LENGTH.min, max: NAME_LENGTH.max })];
  if (phone != null && !parsePhone(phone)) problems.phone = [textOf('users.phone')];
  if (cpf != null && !parseCpf(cpf)) problems.cpf = [textOf('users.cpf')];
  if (email != null && !isEmail(email.trim())) problems.email = [textOf('platform.email')];
  if (password != null && !(password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max))
    problems.password = [textOf('platform.length', { min: PASSWORD_LENGTH.min, max: PASSWORD_LENGTH.max })];
  if (birthDate && birthDate >= new Date(businessDay(timeZone))) problems.birthDate = [textOf('users.past')];
  if (birthDate && birthDate < EARLIEST_BIRTH_DATE) problems.birthDate = [textOf('users.notBefore', { date: 1900 })];
  return problems;
}

/** What was typed as it is kept; it has no problems. */
export function changedPerson({ name, phone, cpf, email, birthDate }: TypedPerson): Person {
  return {
    ...(name != null && { name: parsePersonName(name) ?? name }),
    ...(phone !== undefined && { phone: phone === null ? null : (parsePhone(phone) ?? phone) }),
    ...(cpf !== undefined && { cpf: cpf === null ? null : (parseCpf(cpf) ?? cpf) }),
    ...(email !== undefined && { email: email?.trim().toLowerCase() ?? null }),
    ...(birthDate !== undefined && { birthDate }),
  };
}

/** What the audit log, from which nothing is ever taken, may keep of it: of a buyer masked, and no birth date. */
export function shownPerson({ name, phone, cpf, email, birthDate }: TypedPerson, role: Role): AuditEntry['details'] {
  if (role === 'ADMIN') return { ...(name !== undefined && { name }), ...(email !== undefined && { email }) };
  return {
    ...(name != null && { name: maskName(name) }),
    ...(phone !== undefined && { phone: phone && maskPhone(phone) }),
    ...(cpf !== undefined && { cpf: cpf && maskCpf(cpf) }),
    ...(email !== undefined && { email: email && `***${email.slice(email.indexOf('@'))}` }),
    ...(birthDate !== undefined && { birthDate: birthDate && '***' }),
  };
}
