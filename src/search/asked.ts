import { isEmail } from 'class-validator';
import { wordsQuery } from '../platform/database/words.js';
import { changedPerson, parseCpf, parsePhone } from '../users/person.js';

/** What a text may be, by its shape. Only these are looked up. */
export interface Asked {
  phone?: string;
  cpf?: string;
  email?: string;
  orderId?: string;
  /** A lucky number, as it was typed. */
  number?: string;
  /** A txid or an end-to-end id. */
  reference?: string;
  /** For `hasWords`. */
  name?: string;
  title?: string;
}

/** A lucky number beside words of the title of its raffle. */
export interface NumberOfTitle {
  number: string;
  /** For `hasWords`. */
  title: string;
}

const DIGITS = /^#?\s*(\d{1,18})$/;
/** The largest raffle has 10,000,000 quotas. */
const MOST_DIGITS_OF_A_NUMBER = 8;
/** Of a bank 32 and up to 35 characters; of Paggue and Pay2m the adapter's name and a reference of theirs. */
const REFERENCE = /^[\w:.-]{6,140}$/;
/** No word of a name is longer, and each txid of ours is. */
const LONGEST_WORD = 24;

export function askedBy(text: string): Asked {
  const typed = text.trim();
  const email = isEmail(typed) ? (changedPerson({ email: typed }).email ?? undefined) : undefined;
  if (email !== undefined) return { email };
  const [, digits] = DIGITS.exec(typed) ?? [];
  const isNumber = digits !== undefined && digits.length <= MOST_DIGITS_OF_A_NUMBER;
  const [phone, cpf] = [parsePhone(typed), parseCpf(typed)];
  const isWords = (typed.length <= LONGEST_WORD || /\s/.test(typed)) && !(phone ?? cpf);
  const title = isWords ? wordsQuery(typed) : undefined;
  return given({
    phone,
    cpf,
    orderId: digits?.replace(/^0+(?=\d)/, ''),
    number: isNumber ? digits : undefined,
    reference: REFERENCE.test(typed) ? typed : undefined,
    name: /\p{L}/u.test(typed) ? title : undefined,
    title,
  });
}

/** Of the words of a text no more are looked up apart. */
const MOST_APART = 3;
const NUMBER_WORD = /^(?:#|n[\u00ba\u00b0])?(\d{1,8})$/iu;
/** What stands between a number and a title, and is in few titles. */
const SMALL_WORDS = new Set(
  'a as o os de da das do dos e em na nas no nos n nº cota número numero rifa the of in and number quota raffle'.split(' '),
);

const wordsOf = (text: string): string[] =>
  text
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll(/^[.,;:!?]+|[.,;:!?]+$/g, ''));

/** "moto 526", "nº 526 da moto": each word that may be the number, with the others. */
export function numbersOfTitles(text: string): NumberOfTitle[] {
  const words = wordsOf(text).filter((word) => !SMALL_WORDS.has(word.toLowerCase()));
  const all = words.flatMap((word, at) => {
    const [, number] = NUMBER_WORD.exec(word) ?? [];
    const title = wordsQuery(words.toSpliced(at, 1).join(' '));
    return number === undefined || title === undefined ? [] : [{ number, title }];
  });
  return [...new Map(all.map((one) => [`${one.number} ${one.title}`, one])).values()].slice(-MOST_APART);
}

const DIGITS_APART = /(?<!\S)[+(\d][\d\s().-]{6,}\d(?!\S)/g;

/** The parts of a text that may each be a number, a phone or another key. None of a text that is one. */
export function keysIn(text: string): Asked[] {
  const spaced = (text.match(DIGITS_APART) ?? []).filter((digits) => parsePhone(digits) ?? parseCpf(digits));
  const rest = spaced.reduce((left, digits) => left.replace(digits, ' '), text);
  const words = wordsOf(rest).filter((word) => /[\d@]/.test(word));
  return [...new Set([...spaced, ...words.map((word) => NUMBER_WORD.exec(word)?.[1] ?? word)])]
    .filter((key) => key !== text.trim())
    .slice(0, MOST_APART)
    .map((key) => {
      const { name: _name, title: _title, ...keys } = askedBy(key);
      return keys;
    });
}

function given(asked: { [Name in keyof Asked]: Asked[Name] | undefined }): Asked {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}
