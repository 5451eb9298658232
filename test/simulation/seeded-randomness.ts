import { createRequire, syncBuiltinESMExports } from 'node:module';
import { seededRandom } from '../support/second-gateway.js';

export interface SeededRandomness {
  /** From here on everything random in this process follows from `seed`. */
  restart(seed: number): void;
  uninstall(): void;
}

/** Replaces `Math.random` and what node:crypto draws. Ids have a stream of their own: their number must not change what happens. */
export function installSeededRandomness(): SeededRandomness {
  const crypto = createRequire(import.meta.url)('node:crypto') as Record<string, unknown>;
  const { randomBytes, randomUUID, randomInt } = crypto;
  const original = {
    random: Math.random,
    getRandomValues: globalThis.crypto.getRandomValues,
    randomBytes,
    randomUUID,
    randomInt,
  };
  let jitter = seededRandom(0);
  let secrets = seededRandom(1);
  let ids = seededRandom(2);

  const fill = <Bytes extends Uint8Array>(bytes: Bytes, below: (below: number) => number): Bytes => {
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = below(256);
    return bytes;
  };

  Math.random = () => jitter(2 ** 30) / 2 ** 30;
  globalThis.crypto.getRandomValues = <Values extends ArrayBufferView | null>(values: Values): Values => {
    if (values) fill(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), ids);
    return values;
  };
  crypto.randomBytes = (size: number) => fill(Buffer.alloc(size), secrets);
  crypto.randomInt = (min: number, max?: number) =>
    max === undefined
      ? Math.floor((secrets(2 ** 30) / 2 ** 30) * min)
      : min + Math.floor((secrets(2 ** 30) / 2 ** 30) * (max - min));
  crypto.randomUUID = () => {
    const bytes = fill(Buffer.alloc(16), secrets);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  };
  syncBuiltinESMExports();

  return {
    restart(seed) {
      jitter = seededRandom(seed ^ 0x1f3d);
      secrets = seededRandom(seed ^ 0x2e5b71);
      ids = seededRandom(seed ^ 0x3c7a19);
    },
    uninstall() {
      Math.random = original.random;
      globalThis.crypto.getRandomValues = original.getRandomValues;
      Object.assign(crypto, { randomBytes, randomUUID, randomInt });
      syncBuiltinESMExports();
    },
  };
}
