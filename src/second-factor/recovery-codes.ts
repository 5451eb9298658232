import { randomBytes } from 'node:crypto';
import { sha256 } from '../platform/crypto.js';
import { base32Of } from './totp.js';

const CODES = 10;
/** 80 bits: nobody tries them all against a copy of the database, so a fast hash will do. */
const CODE_BYTES = 10;

/** Like "ABCD-EFGH-JKLM-NPQR". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: CODES }, () => base32Of(randomBytes(CODE_BYTES)).replaceAll(/(.{4})(?=.)/g, '$1-'));
}

export function hashOfRecoveryCode(userId: string, code: string): Buffer<ArrayBuffer> {
  return sha256(`${userId} ${plainCode(code)}`);
}

/** Without what people type between the characters. */
export function plainCode(typed: string): string {
  return typed.replaceAll(/[\s-]/g, '').toUpperCase();
}
