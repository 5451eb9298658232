import type { Principal } from './principal.js';

/** `cpf` is eleven digits, `phone` E.164; null when never given or anonymised. */
export interface PersonalData {
  id: string;
  name: string;
  phone: string | null;
  cpf: string | null;
  email: string | null;
  birthDate: Date | null;
  /** The answer of a login: the caller has just proven to be this person. */
  viewedByOwner?: boolean;
}

export type VisiblePersonalData = Pick<PersonalData, 'name' | 'phone' | 'cpf' | 'email' | 'birthDate'>;

/** Whether the viewer sees a person's data unmasked: the person, or an ADMIN. */
export function seesWhole(viewer: Principal, personId: string): boolean {
  return viewer.role === 'ADMIN' || (viewer.role === 'USER' && viewer.id === personId);
}

/** A person's data is whole for that person and for an ADMIN. Others see the masked name, CPF and phone only. */
export function asSeenBy(viewer: Principal, person: PersonalData): VisiblePersonalData {
  const { name, phone, cpf, email, birthDate } = person;
  if (person.viewedByOwner || seesWhole(viewer, person.id)) return { name, phone, cpf, email, birthDate };
  return {
    name: maskName(name),
    phone: phone && maskPhone(phone),
    cpf: cpf && maskCpf(cpf),
    email: null,
    birthDate: null,
  };
}

export function maskCpf(cpf: string): string {
  return `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
}

/** The last four digits, of a Brazilian number also the area code: `+55 (11) *****-1234`. */
export function maskPhone(phone: string): string {
  const [, areaCode, hidden, shown] = /^\+55(\d{2})(\d{4,5})(\d{4})$/.exec(phone) ?? [];
  if (hidden) return `+55 (${areaCode}) ${'*'.repeat(hidden.length)}-${shown}`;
  return phone.replace(/\d(?=\d{4})/g, '*');
}

const PARTICLES = new Set(['da', 'das', 'de', 'del', 'di', 'do', 'dos', 'du', 'e']);

/** "Maria Aparecida da Silva" is "Maria A. S.". */
export function maskName(name: string): string {
  const [first = '', ...others] = name.normalize('NFC').trim().split(/\s+/);
  const initials = others.filter((word) => !PARTICLES.has(word.toLowerCase())).map((word) => `${[...word][0]?.toUpperCase()}.`);
  return [first, ...initials].join(' ');
}
