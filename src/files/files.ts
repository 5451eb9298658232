import type { App } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { createKeyedSemaphore, type KeyedSemaphore } from '../platform/keyed-semaphore.js';
import { type FileStore, openLocalStore, openS3Store } from './file-store.js';

/** Requests that may bring files at once: what they bring is held until it is encoded. */
export const MAX_UPLOADS = 3;
const MAX_WAIT_MS = 20_000;
const refusal = (): Error => refuse('files.othersUploading');

/** What a process needs of uploaded files. */
export interface Files {
  store: FileStore;
  /** Places for requests that bring files, and one for whoever encodes a picture: it takes a whole core. */
  uploads: KeyedSemaphore;
  encoding: KeyedSemaphore;
  /** Where a file is reached, as its address is told: at PUBLIC_URL, or where the process listens. */
  urlOf(name: string): string;
  listensAt(url: string): void;
}

export function createFiles({ config }: Pick<App, 'config'>): Files {
  let origin = config.publicUrl ?? '';
  return {
    store: config.filesS3 ? openS3Store(config.filesS3) : openLocalStore(config.dataDir),
    uploads: createKeyedSemaphore({ atOnce: MAX_UPLOADS, maxWaiting: 0, maxWaitMs: 0, refusal }),
    encoding: createKeyedSemaphore({ maxWaiting: MAX_UPLOADS, maxWaitMs: MAX_WAIT_MS, refusal }),
    urlOf: (name) => `${origin}/files/${name}`,
    listensAt(url) {
      origin = config.publicUrl ?? url;
    },
  };
}
