import { refuse, refuseField } from '../platform/domain-error.js';
import { sha256 } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import { lockEvidence, selectReceivedPix } from './refund.sql.js';

const LONGEST = 500;
/** E or D, a bank, the minute in UTC, and eleven letters and digits (Manual de Padrões para Iniciação do Pix). */
const PIX_ID = /[ED]?(\d{8}20\d\d[01]\d[0-3]\d[0-2]\d[0-5]\d[A-Z0-9]{11})/gi;

/** How an operator returned money by hand. */
export interface ReturnEvidence {
  words: string | null;
  /** In `words`: the operator's own PIX. */
  endToEndId: string | null;
  /** The same for the same PIX, or for the same words, in any spelling. */
  hash: Buffer<ArrayBuffer> | null;
  paidAt: Date;
}

/** BAD_USER_INPUT. Left out: none, and now. */
export function readEvidence(evidence: string | null | undefined, paidAt: Date | null | undefined): ReturnEvidence {
  const now = new Date();
  if (paidAt && paidAt > now) throw refuseField('paidAt', 'refunds.paidInFuture');
  const words = evidence?.trim() || null;
  if (words === null) return { words, endToEndId: null, hash: null, paidAt: paidAt ?? now };
  if (words.length > LONGEST) throw refuseField('evidence', 'platform.maxLength', { max: LONGEST });
  const letters = inOneSpelling(words);
  if (letters === '') throw refuseField('evidence', 'refunds.evidenceNeeded');
  const pixes = new Map([...letters.matchAll(PIX_ID)].map(([id, key = '']) => [key.toUpperCase(), id]));
  if (pixes.size > 1) throw refuseField('evidence', 'refunds.evidenceOfMany');
  const [[key, endToEndId] = [letters.toLowerCase(), null]] = pixes;
  return { words, endToEndId, hash: sha256(key), paidAt: paidAt ?? now };
}

/**
 * The letters and digits of any script alone, without accents and with ASCII digits, also of words that were copied from an address.
 * NFKD makes plain ones of those that only look different, such as fullwidth ones.
 */
function inOneSpelling(words: string): string {
  const plain = withoutPercents(words).normalize('NFKD');
  return plain.replaceAll(/[^\p{L}\p{N}]/gu, '').replaceAll(/\p{Nd}/gu, asciiDigit);
}

/** `%20` and `%2520` are spaces. What is no percent-encoding stays. */
function withoutPercents(words: string): string {
  const decoded = words.replaceAll(/(?:%[\da-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
  return decoded === words ? words : withoutPercents(decoded);
}

/** The digits of a script stand from zero to nine in a row. */
function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (zero > 0 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** One PIX returns one refund, and was not received by us. Other words prove one refund too. CONFLICT. */
export async function checkUnused(tx: Transaction, refundId: string, { hash, endToEndId }: ReturnEvidence): Promise<void> {
  if (hash === null) return;
  await tx.query(lockEvidence, [hash.toString('hex')]);
  const other = await tx.prisma.refund.findUnique({ where: { evidenceHash: hash }, select: { id: true } });
  if (other && other.id !== refundId) {
    throw refuse(endToEndId === null ? 'refunds.wordsUsed' : 'refunds.evidenceUsed', { id: other.id });
  }
  if (endToEndId === null) return;
  const [received] = await tx.query(selectReceivedPix, [endToEndId]);
  if (received) throw refuse('refunds.evidenceReceived');
}
