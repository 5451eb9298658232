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

const MOST_LETTERS = 14;
/** Some scripts need marks. More of them would cover the lines around. */
const LETTERS = /\p{L}\p{M}{0,2}/gu;

/**
 * Where another word begins in "RouboEssaRifa", but not in "McDonald" or "DiCaprio", nor in "JOãO" and "LETíCIA", whose accents
 * a program left small.
 */
const INNER_CAPITAL =
  /(?<!^(?:Mc|Mac|Da|De|Del|Di|Do|Du|La|Le|Van))(?:(?<=[a-z])(?=\p{Lu})|(?<=\p{Ll}\p{M}*)(?=\p{Lu}\p{M}*\p{Ll}))/u;

/** A site, an e-mail address, or a name on a social network. */
const ADDRESS = /\S*(?:[@/\\]|\p{L}{2}\p{M}*\.\p{L}{2})\S*/gu;

/**
 * "Maria Aparecida da Silva" is "Maria S.". Letters alone, so that a public name carries no number, address or sign: of
 * "site.com Maria" nothing of the site stays.
 */
export function maskName(name: string): string {
  // NFKC turns letters that only look different, such as fullwidth ones, into plain ones. A filler is a letter that nobody sees.
  const words = name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll(ADDRESS, ' ')
    .split(/[^\p{L}\p{M}]+/u)
    .flatMap((word) => word.split(INNER_CAPITAL));
  const [first, ...others] = words.map((word) => word.match(LETTERS) ?? []).filter((letters) => letters.length > 0);
  if (!first) return '***';
  const last = others.findLast((letters) => !PARTICLES.has(letters.join('').toLowerCase()));
  return [first.slice(0, MOST_LETTERS).join(''), ...(last ? [`${last[0].toUpperCase()}.`] : [])].join(' ');
}
