import type { App } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { createKeyedSemaphore, type KeyedSemaphore } from '../platform/keyed-semaphore.js';
import { type FileStore, openLocalStore, openS3Store } from './file-store.js';

export const MAX_UPLOADS = 3;
const MAX_WAIT_MS = 20_000;
const refusal = (): Error => refuse('files.othersUploading');

export interface Files {
  store: FileStore;
  uploads: KeyedSemaphore;
  /** One picture at a time: it takes a whole core. */
  encoding: KeyedSemaphore;
  urlOf(name: string): string;
}

export function createFiles({ config, address }: Pick<App, 'config' | 'address'>): Files {
  return {
    store: config.filesS3 ? openS3Store(config.filesS3) : openLocalStore(config.dataDir),
    uploads: createKeyedSemaphore({ atOnce: MAX_UPLOADS, maxWaiting: 0, maxWaitMs: 0, refusal }),
    encoding: createKeyedSemaphore({ maxWaiting: MAX_UPLOADS, maxWaitMs: MAX_WAIT_MS, refusal }),
    urlOf: (name) => `${address.origin()}/files/${name}`,
  };
}
