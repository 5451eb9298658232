declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export interface ListedObjects {
    objects: { key: string; size: number; lastModifiedDate: Date }[];
    isTruncated: boolean;
  }

  /** What of the store our tests use; it brings no types. */
  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; vhostBuckets: boolean; configureBuckets: { name: string }[] });
    configureBuckets(): Promise<unknown>;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    store: {
      listObjects(bucket: string, options: { startAfter: string; maxKeys: number }): Promise<ListedObjects>;
    };
  }
}
