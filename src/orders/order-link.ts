import { createHmac, hkdfSync } from 'node:crypto';
import { constantTimeEqual } from '../platform/crypto.js';

const ID_BYTES = 8;
const TAG_BYTES = 16;
/** 24 bytes in base64url, without padding: each token is written in one way. */
const TOKEN = /^[\w-]{32}$/;

/** The token in the address of an order's public page: the order's id and a 128-bit tag. Only who was sent it has it. */
export interface OrderLinks {
  tokenOf(orderId: string): string;
  /** Undefined for anything but a token of this service. */
  orderIdOf(token: string): string | undefined;
}

/**
 * From the keys of the database and not from JWT_SECRET: people keep the links for months. The first key makes tokens, and all keys are
 * accepted, so a link works until its key is removed after a rotation.
 */
export function createOrderLinks({ encryptionKeys }: { encryptionKeys: readonly Buffer[] }): OrderLinks {
  const keys = encryptionKeys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'order links', 32)));
  const tagOf = (key: Buffer, id: Buffer): Buffer => createHmac('sha256', key).update(id).digest().subarray(0, TAG_BYTES);
  return {
    tokenOf(orderId) {
      const [key] = keys;
      if (!key) throw new Error('no encryption key');
      const id = Buffer.alloc(ID_BYTES);
      id.writeBigInt64BE(BigInt(orderId));
      return Buffer.concat([id, tagOf(key, id)]).toString('base64url');
    },
    orderIdOf(token) {
      if (!TOKEN.test(token)) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      const [id, tag] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
      return keys.some((key) => constantTimeEqual(tag, tagOf(key, id))) ? String(id.readBigInt64BE()) : undefined;
    },
  };
}
