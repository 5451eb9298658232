import { defineFeature } from '../feature.js';
import { users } from '../users/feature.js';
import { FileResolver } from './file.resolver.js';
import { sweepFiles } from './file-sweep.js';
import { createFiles, type Files } from './files.js';
import { mountFiles } from './files.route.js';
import { mountUpload, uploadPaths } from './upload.route.js';

declare module '../context.js' {
  interface App {
    files: Files;
  }
}

export const files = defineFeature('files', {
  needs: [users],
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
});
