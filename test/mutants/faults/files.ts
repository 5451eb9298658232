import type { Mutant } from '../mutant.js';

const FILE = 'src/files/file.service.ts';
const FILES = ['test/files.test.ts', 'test/files-s3.test.ts'];

/** Pictures that are lost, kept for nobody or read by what should not read them. */
export const fileMutants: Mutant[] = [
  {
    name: 'a picture that a raffle shows is deleted',
    file: FILE,
    find: 'if (raffle) throw',
    replace: "if (raffle?.title === '') throw",
    tests: FILES,
  },
  {
    name: 'pictures are kept though one of the same upload is none',
    file: FILE,
    find: '        throw badField(',
    replace: '        return undefined as never;\n        throw badField(',
    tests: FILES,
  },
  {
    name: 'files of an upload that broke off stay in the store',
    file: FILE,
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
    file: 'src/files/file-sweep.ts',
    find: 'UNFINISHED.test(name) || !known.has(picture)',
    replace: 'UNFINISHED.test(name) || known.has(picture)',
    tests: FILES,
  },
  {
    name: 'the sweep removes files of an upload that is under way',
    file: 'src/files/file-sweep.ts',
    find: 'writtenAt.getTime() < before',
    replace: 'writtenAt.getTime() < Date.now()',
    tests: FILES,
  },
  {
    name: 'what is no picture is read by whatever reads it',
    file: 'src/files/encode-picture.ts',
    find: "  sharp.block({ operation: ['VipsForeignLoad'] });\n",
    replace: '',
    tests: FILES,
    survives: 'a second list of formats refuses what was read, and the block keeps the reading of it from bytes of strangers',
  },
];
