import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { S3mini } from 's3mini';
import type { S3Settings } from '../platform/s3-settings.js';

/** A file as it is kept. */
export interface StoredFile {
  bytes: number;
  content: NodeJS.ReadableStream & { destroy(): unknown };
}

/** Where files are kept, by their names, which never come to mean anything else. It knows nothing of what is in them. */
export interface FileStore {
  /** Ends when the file is there for good, all of it, under a name that was not there before. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /** Undefined where there is none. Whoever is handed the content reads or destroys it. */
  read(name: string): Promise<StoredFile | undefined>;
  /** Also of files that are not there. */
  remove(names: readonly string[]): Promise<void>;
  /** Everything that is kept, with the time it was written, some hundred at a time. */
  list(): AsyncGenerator<{ name: string; writtenAt: Date }[], void>;
  /** Where anybody reads the file without us; undefined where nobody can. */
  addressOf(name: string): string | undefined;
}

/** How many files `list` yields at a time. */
const LIST_BATCH = 500;

/** Keeps files in a folder of this machine. */
export function openLocalStore(dataDir: string): FileStore {
  const folder = path.join(dataDir, 'files');
  const fileOf = (name: string): string => path.join(folder, name);

  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      // Nobody reads half a file, and after a loss of power there is all of it or none.
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
        // Nothing was uploaded yet.
        if (!isAbsent(error)) throw error;
      }
      if (batch.length > 0) yield batch;
    },

    addressOf: () => undefined,
  };
}

/** Opens, writes and closes, with all of it on the disk. */
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

/** For the head of an answer, and all of it where it is short: pictures are below a megabyte. */
const PATIENCE_MS = 10_000;
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };

/** Keeps files in a bucket that speaks S3, by addresses with the bucket in their path, which all of these know. */
export function openS3Store({ endpoint, bucket, region, accessKeyId, secretAccessKey, publicUrl }: S3Settings): FileStore {
  let loading: Promise<S3mini> | undefined;
  // Most processes keep files in a folder.
  const client = (): Promise<S3mini> =>
    (loading ??= import('s3mini').then(
      ({ S3mini: Client }) =>
        new Client({ endpoint: `${endpoint}/${bucket}`, region, accessKeyId, secretAccessKey, fetch: patientFetch }),
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
      // One by one: not every store takes many at once, and there are no more than four.
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

/** A store that says nothing is given up; one that has begun to answer is read as fast as its reader reads. */
const patientFetch: typeof fetch = async (input, init) => {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(new Error('the store of files does not answer')), PATIENCE_MS);
  try {
    return await fetch(input, { ...init, signal: giveUp.signal });
  } finally {
    clearTimeout(timer);
  }
};
