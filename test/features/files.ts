import { deleteFile, sweepFiles, uploadPictures } from '../../src/files/file.service.js';
import type { FeatureTests } from '../features.js';
import { anUploadedFile } from '../support/uploaded-file.js';
import { aPicture } from '../support/pictures.js';

const FILES = ['test/files.test.ts', 'test/files-s3.test.ts'];

export const files: FeatureTests = {
  operations: `
    files       A(OM)  -
    uploadFile  A(OM)  POST /v1/raffles/upload
    deleteFile  A(OM)  -`,
  acts: {
    deleteFile: async ({ server, admin }) => ({
      id: (await server.app.db.prisma.uploadedFile.create({ data: anUploadedFile(admin.id) })).id,
    }),
  },
  people({ admin }) {
    let id = '';
    return {
      'upload a picture': async () =>
        (id = (await uploadPictures(admin, [await aPicture(100, 100).png().toBuffer()]))[0]?.id ?? ''),
      'delete a picture': () => deleteFile(admin, id),
    };
  },
  rounds: ({ app }) => ({ 'files.sweep': () => sweepFiles(app) }),
  lists: ({ uuid }) => ({ files: { after: [uuid] } }),
  faults: {
    'src/files/file.service.ts': [
      {
        name: 'files are swept a second after they were written',
        find: 'const OLD_MS = 86_400_000;',
        replace: 'const OLD_MS = 1_000;',
        tests: ['test/files.test.ts'],
      },
      {
        name: 'a picture that a raffle shows is deleted',
        find: 'if (raffle) throw',
        replace: "if (raffle?.title === '') throw",
        tests: FILES,
      },
      {
        name: 'pictures are kept though one of the same upload is none',
        find: '        throw refuseFields(',
        replace: '        return undefined as never;\n        throw refuseFields(',
        tests: FILES,
      },
      {
        name: 'files of an upload that broke off stay in the store',
        find: `    await forget(
      ctx,
      files.map(({ name }) => name),
    );
`,
        replace: '',
        tests: FILES,
      },
      {
        name: 'the sweep removes the files of pictures that are shown',
        find: 'UNFINISHED.test(name) || !known.has(picture)',
        replace: 'UNFINISHED.test(name) || known.has(picture)',
        tests: FILES,
      },
      {
        name: 'the sweep removes files of an upload that is under way',
        find: 'writtenAt.getTime() < before',
        replace: 'writtenAt.getTime() < Date.now()',
        tests: FILES,
      },
    ],
    'src/platform/sharp.ts': [
      {
        name: 'what is no picture is read by whatever reads it',
        find: "  sharp.block({ operation: ['VipsForeignLoad'] });\n",
        replace: '',
        tests: FILES,
      },
    ],
    'src/files/encode-picture.ts': [],
  },
};
