import { Readable } from 'node:stream';
import type { S3mini } from 's3mini';
import type { S3Settings } from '../platform/s3-settings.js';
import type { FileStore } from './file-store.js';

/** For the head of an answer, and all of it where it is short: pictures are below a megabyte. */
const PATIENCE_MS = 10_000;
const AT_ONCE = 500;
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
        const page = await s3.listObjectsPaged('/', '', AT_ONCE, after);
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
