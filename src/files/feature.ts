import { defineFeature } from '../feature.js';
import { users } from '../users/feature.js';
import { FileResolver } from './file.resolver.js';
import { sweepFiles } from './file.service.js';
import { createFiles, type Files } from './files.js';
import { mountFiles, mountUpload, uploadPaths } from './files.route.js';
import { filesTexts } from './files.texts.js';

declare module '../context.js' {
  interface App {
    files: Files;
  }
}

export const files = defineFeature('files', {
  needs: [users],
  texts: filesTexts,
  parts: (app) => ({ files: createFiles(app) }),
  resolvers: [FileResolver],
  http: {
    async forBrowsers(fastify, app) {
      await mountUpload(fastify, app);
      mountFiles(fastify, app);
    },
  },
  openapi: { paths: uploadPaths },
  workers: [{ name: 'files.sweep', everyMs: 3_600_000, run: (app) => sweepFiles(app).then(() => false) }],
  logEvents: {
    'files.store.failed': {
      level: 'error',
      advice:
        'The folder or bucket of uploaded pictures could not be written or read, see `reason` and `code`. No part of a failed upload is kept. Check the disk, or the `FILES_S3` settings and the store.',
    },
    'files.sweep.failed': {
      level: 'error',
      advice: 'Files without a row are not removed. Nothing else depends on it. Read `err`. It is retried in an hour.',
    },
    'files.swept': {
      level: 'info',
      advice: '`count` files of failed uploads or deleted pictures were removed from the store.',
    },
  },
});
