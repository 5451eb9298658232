import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver, { type ListedObjects } from '@20minutes/s3rver';
import type { S3Settings } from '../../src/platform/s3-settings.js';

/** A store that speaks S3, checks signatures and keeps its buckets in a folder. */
export interface S3Server {
  /** Of its bucket, and of who may write there. */
  settings: S3Settings;
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
  const store = new S3rver({ directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] });
  await store.configureBuckets();
  const handle = store.callback();
  const list = (startAfter: string, maxKeys: number) => store.store.listObjects(BUCKET, { startAfter, maxKeys });
  const asked: string[] = [];
  let server: Server | undefined;
  let port = 0;
  const begin = async (): Promise<void> => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
      if (pathname !== `/${BUCKET}/`) {
        void handle(request, response);
        return;
      }
      void list(searchParams.get('continuation-token') ?? '', Number(searchParams.get('max-keys'))).then((page) =>
        response.setHeader('content-type', 'application/xml').end(pageXml(page)),
      );
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
      const { objects } = await list('', 1_000);
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

/**
 * A page of ListObjectsV2. The store answers one itself, but takes the signature of a list for that of `/bucket`, where S3 itself signs
 * the path as it was sent, `/bucket/`; and tokens for further pages it makes by a cipher that Node has not any more.
 */
function pageXml({ objects, isTruncated }: ListedObjects): string {
  const more = isTruncated ? `<NextContinuationToken>${objects.at(-1)?.key}</NextContinuationToken>` : '';
  const contents = objects.map(
    ({ key, size, lastModifiedDate }) =>
      `<Contents><Key>${key}</Key><LastModified>${lastModifiedDate.toISOString()}</LastModified><Size>${size}</Size></Contents>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${more}${contents.join('')}</ListBucketResult>`;
}
