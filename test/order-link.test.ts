import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createOrderLinks } from '../src/orders/order-link.js';

const key = randomBytes(32);
const links = createOrderLinks({ encryptionKeys: [key] });
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('the token of an order', () => {
  it.each(['1', '42', '9007199254740993', '9223372036854775807'])('leads to order %s alone', (id) => {
    const token = links.tokenOf(id);
    expect(token).toMatch(/^[\w-]{32}$/);
    expect(links.orderIdOf(token)).toBe(id);
    expect(links.tokenOf(id)).toBe(token);
  });

  it('is no token any more with one other character, wherever it is', () => {
    const token = links.tokenOf('42');
    for (let at = 0; at < token.length; at++)
      for (const sign of ALPHABET)
        if (sign !== token[at])
          expect(links.orderIdOf(token.slice(0, at) + sign + token.slice(at + 1)), `${sign} at ${at}`).toBeUndefined();
  });

  it('is none where it is cut, longer, padded, or written in another alphabet', () => {
    const token = links.tokenOf('42');
    for (const text of [
      '',
      token.slice(1),
      token.slice(0, -1),
      `${token}A`,
      `${token}=`,
      ` ${token}`,
      `${token}\n`,
      'x'.repeat(32),
    ])
      expect(links.orderIdOf(text)).toBeUndefined();
    const standard = Buffer.from(Array.from({ length: 500 }, (_, i) => i % 256))
      .toString('base64')
      .slice(0, 32);
    expect(links.orderIdOf(standard)).toBeUndefined();
  });

  it('does not lead to the next order with the tag of this one', () => {
    const bytes = Buffer.from(links.tokenOf('42'), 'base64url');
    bytes.writeBigInt64BE(43n);
    expect(links.orderIdOf(bytes.toString('base64url'))).toBeUndefined();
  });

  it('of another service is none here', () => {
    expect(links.orderIdOf(createOrderLinks({ encryptionKeys: [randomBytes(32)] }).tokenOf('42'))).toBeUndefined();
  });

  it('is good through each step of a rotation of keys, until its key is removed', () => {
    const next = randomBytes(32);
    const old = links.tokenOf('42');
    const both = createOrderLinks({ encryptionKeys: [key, next] });
    const turned = createOrderLinks({ encryptionKeys: [next, key] });
    const after = createOrderLinks({ encryptionKeys: [next] });
    expect([both, turned, after].map((one) => one.orderIdOf(old))).toEqual(['42', '42', undefined]);
    // A process that has not been restarted yet accepts the links of one that has.
    expect([both, turned, after].map((one) => one.orderIdOf(turned.tokenOf('42')))).toEqual(['42', '42', '42']);
  });
});
