import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { S3mini } from 's3mini';
import type { S3Settings } from '../platform/s3-settings.js';

export interface StoredFile {
  bytes: number;
  content: NodeJS.ReadableStream & { destroy(): unknown };
}

export interface FileStore {
  /** Resolves when the file is durable. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /** The caller must read or destroy `content`. */
  read(name: string): Promise<StoredFile | undefined>;
  remove(names: readonly string[]): Promise<void>;
  list(): AsyncGenerator<{ name: string; writtenAt: Date }[], void>;
  addressOf(name: string): string | undefined;
}

const LIST_BATCH = 500;

export function openLocalStore(dataDir: string): FileStore {
  const folder = path.join(dataDir, 'files');
  const fileOf = (name: string): string => path.join(folder, name);

  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      // Readers and a power loss never see half a file.
      const unfinished = fileOf(`${name}.${randomUUID()}.part`);
      try {
        await synced(unfinished, 'wx', (file) => file.writeFile(bytes));
        await rename(unfinished, fileOf(name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await synced(folder, 'r');
    },

    async read(name) {
      try {
        const file = await open(fileOf(name), 'r');
        try {
          return { bytes: (await file.stat()).size, content: file.createReadStream() };
        } catch (error) {
          await file.close();
          throw error;
        }
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },

    async remove(names) {
      for (const name of names) await rm(fileOf(name), { force: true });
    },

    async *list() {
      let batch: { name: string; writtenAt: Date }[] = [];
      try {
        for await (const { name } of await opendir(folder)) {
          // Another process may have removed it meanwhile.
          const found = await stat(fileOf(name)).catch((error: unknown) => {
            if (isAbsent(error)) return undefined;
            throw error;
          });
          if (found?.isFile()) batch.push({ name, writtenAt: found.mtime });
          if (batch.length < LIST_BATCH) continue;
          yield batch;
          batch = [];
        }
      } catch (error) {
        if (!isAbsent(error)) throw error;
      }
      if (batch.length > 0) yield batch;
    },

    addressOf: () => undefined,
  };
}

async function synced(
  file: string,
  flags: string,
  write?: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const opened = await open(file, flags);
  try {
    await write?.(opened);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

const ANSWER_TIMEOUT_MS = 10_000;
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

export function openS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey, publicUrl }: S3Settings): FileStore {
  let loading: Promise<S3mini> | undefined;
  // Most processes keep files in a folder.
  const client = (): Promise<S3mini> =>
    (loading ??= import('s3mini').then(
      ({ S3mini: Client }) =>
        new Client({ endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey, fetch: fetchWithTimeout }),
    ));

  return {
    async put(name, bytes, type) {
      await (await client()).putObject(name, bytes, type, undefined, IMMUTABLE);
    },

    async read(name) {
      const answer = await (await client()).getObjectResponse(name);
      if (!answer?.body) return undefined;
      const content = Readable.fromWeb(answer.body);
      return { bytes: Number(answer.headers.get('content-length')), content };
    },

    async remove(names) {
      const s3 = await client();
      // Not every store deletes several at once.
      for (const name of names) await s3.deleteObject(name);
    },

    async *list() {
      const s3 = await client();
      for (let after: string | undefined, isFirst = true; isFirst || after; isFirst = false) {
        const page = await s3.listObjectsPaged('/', '', LIST_BATCH, after);
        if (!page) throw new Error(`there is no bucket ${bucket}`);
        yield (page.objects ?? []).map(({ Key, LastModified }) => ({ name: Key, writtenAt: new Date(LastModified) }));
        after = page.nextContinuationToken;
      }
    },

    addressOf: (name) => (publicUrl === undefined ? undefined : `${publicUrl}/${name}`),
  };
}

const fetchWithTimeout: typeof fetch = async (input, init) => {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new Error('the store of files does not answer')), ANSWER_TIMEOUT_MS);
  try {
    return await fetch(input, { ...init, signal: giveUp.signal });
  } finally {
    clearTimeout(timer);
  }
};
