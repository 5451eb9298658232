import { isEmail } from 'class-validator';
import type { Role } from '../generated/prisma/client.js';
import type { AuditEntry } from '../platform/audit.js';
import { businessDay } from '../platform/business-day.js';
import type { FieldProblems } from '../platform/refusal.js';
import { maskCpf, maskName, maskPhone } from '../platform/masking.js';
import { parseCpf } from './cpf.js';
import { NAME_LENGTH, parsePersonName } from './person-name.js';
import { parsePhone } from './phone.js';
import { textOf } from '../platform/domain-error.js';

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
