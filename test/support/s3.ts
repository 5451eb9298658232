import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '../../src/platform/s3-settings.js';

/** A store that speaks S3, checks signatures and keeps its buckets in a folder. */
export interface S3Server {
  /** Of its bucket, and of who may write there. */
  settings: S3Settings;
  /** Everything in the bucket, by name: how the store itself keeps it. */
  names(): Promise<string[]>;
  /** What was asked of it, such as `PUT /pictures/x.webp`. */
  asked: string[];
  /** It takes no connection until `begin`. */
  end(): Promise<void>;
  begin(): Promise<void>;
  stop(): Promise<void>;
}

const BUCKET = 'pictures';

export async function startS3(): Promise<S3Server> {
  const directory = mkdtempSync(path.join(tmpdir(), 'raffle-s3-'));
  const options = { directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] };
  const store = new S3rver(options);
  await store.configureBuckets();
  const handle = store.callback();
  // It takes the signature of a list for that of `/bucket`, whatever was asked: S3 itself signs the path as it was sent, `/bucket/`.
  const handleList = new S3rver({ ...options, allowMismatchedSignatures: true }).callback();
  const asked: string[] = [];
  let server: Server | undefined;
  let port = 0;
  const begin = async (): Promise<void> => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      void (request.url?.startsWith(`/${BUCKET}/?`) ? handleList : handle)(request, response);
    });
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  };
  const end = async (): Promise<void> => {
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined));
    server = undefined;
  };
  await begin();
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: BUCKET,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      publicUrl: undefined,
    },
    names: async () => {
      const { objects } = await store.store.listObjects(BUCKET, { maxKeys: 1_000 });
      return objects.map(({ key }) => key).sort();
    },
    asked,
    begin,
    end,
    async stop() {
      if (server) await end();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
