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

function given(asked: { [Name in keyof Asked]: Asked[Name] | undefined }): Asked {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}
