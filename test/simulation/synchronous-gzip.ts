import { createRequire, syncBuiltinESMExports } from 'node:module';
import { Transform } from 'node:stream';
import { gzipSync } from 'node:zlib';

/** Replaces `createGzip`, which works on another thread, and so ends at no certain turn. */
export function installSynchronousGzip(): { uninstall(): void } {
  const zlib = createRequire(import.meta.url)('node:zlib') as typeof import('node:zlib');
  const { createGzip } = zlib;
  // It cannot be assigned to.
  const replace = (value: unknown): void => {
    Object.defineProperty(zlib, 'createGzip', { value, configurable: true, enumerable: true });
    syncBuiltinESMExports();
  };
  replace(() => {
    const chunks: Buffer[] = [];
    return new Transform({
      transform(chunk: Buffer, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      flush(done) {
        done(null, gzipSync(Buffer.concat(chunks), { level: 1 }));
      },
    });
  });
  return { uninstall: () => replace(createGzip) };
}
