import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { build, useBuild } from '../scripts/build.mjs';
import { whileLocked } from '../scripts/build-lock.mjs';
import { generate, OPERATIONS } from '../scripts/generate.mjs';
import { runNode } from '../scripts/run-node.mjs';

// Nothing of the machine's types: it is compiled several times.
const COMPILED = { module: 'NodeNext', target: 'ES2023', lib: ['ES2023'], types: [], rootDir: '.', outDir: '../dist' };
const MAIN = "import 'aside';\nimport { answer, place } from './deep/answer.js';\nconsole.log(answer, place);";
const GLOBALS =
  'declare module "aside";\ndeclare module "@graphql-typed-document-node/core";\ndeclare const console: { log(...what: unknown[]): void };\ninterface ImportMeta { url: string }';
const answering = (value: string) => `export const answer: number = ${value};\nexport const place = import.meta.url;`;

/** As codegen writes them. */
const TYPED = `import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AQuery = { a: number };
export type AQueryVariables = {};
export class TypedDocumentString<TResult, TVariables> extends String {
  __apiType?: (variables: TVariables) => TResult;
}
export const ADocument = /*#__PURE__*/ new TypedDocumentString(\`query A { a }\`) as unknown as TypedDocumentString<AQuery, AQueryVariables>;
`;

let root: string;
let ran: string[];
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), `raffle-test-${process.pid}-`));
  ran = [];
  await write('package.json', '{ "type": "module" }');
  await write('package-lock.json', '{}');
  await write('codegen.yml', 'schema: schema.graphql');
  await write('schema.graphql', 'type Query { a: Int }');
  await write('prisma/schema.prisma', 'model A {}');
  await write('src/tsconfig.json', JSON.stringify({ compilerOptions: COMPILED, include: ['.'], exclude: ['client'] }));
  await write('src/client/index.ts', 'export const open = (url: string): URL => new URL(url);');
  for (const folder of OPERATIONS) await write(`${folder}/a.graphql`, 'query A { a }');
  await write('src/globals.d.ts', GLOBALS);
  await write('src/main.ts', MAIN);
  await write('src/deep/answer.ts', answering('1'));
  await write('node_modules/aside/index.js', 'globalThis.aside = 1;');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), text);
}

const remove = (name: string) => rm(path.join(root, name), { recursive: true });

async function pretend(_cwd: string, [program = '', ...args]: string[]): Promise<void> {
  const name = args.includes('--config') ? 'prisma' : 'operations';
  ran.push(name);
  expect(existsSync(program)).toBe(true);
  if (name === 'prisma') await write('src/generated/prisma/client.ts', 'export {};');
  else {
    await write('src/generated/client/operations.ts', TYPED);
    await write('src/generated/client-package/operations.ts', TYPED);
  }
}

describe('generated code', () => {
  const generated = (options: { force?: boolean; prismaOnly?: boolean } = {}) => generate({ root, run: pretend, ...options });
  beforeEach(() => generated());

  it('is not generated again when nothing changed, unless that is asked for', async () => {
    expect(await generated()).toEqual([]);
    expect(ran).toEqual(['prisma', 'operations']);
    expect(await generated({ force: true })).toEqual(['prisma', 'operations']);
  });

  it.each([
    ["Prisma's schema", 'prisma/schema.prisma', ['prisma']],
    ['the SDL', 'schema.graphql', ['operations']],
    ['an operation', 'src/client/operations/a.graphql', ['operations']],
    ['a new operation', 'src/web/dashboard/operations/b.graphql', ['operations']],
    ['the settings', 'codegen.yml', ['operations']],
    ['the versions of the generators', 'package-lock.json', ['prisma', 'operations']],
    ["Prisma's generated client", 'src/generated/prisma/client.ts', ['prisma']],
    ['the generated operations', 'src/generated/client/operations.ts', ['operations']],
  ])('is generated again when %s changed', async (_, name, again) => {
    await write(name, 'changed');
    expect(await generated()).toEqual(again);
    expect(await generated()).toEqual([]);
  });

  it('is generated again when it is not there', async () => {
    await remove('src/generated/prisma/client.ts');
    await remove('src/generated/client/operations.ts');
    expect(await generated()).toEqual(['prisma', 'operations']);
  });

  it('is generated again when the last time failed, and of the operations when only the other was asked for', async () => {
    await write('prisma/schema.prisma', 'broken');
    await write('schema.graphql', 'broken');
    const failing = generate({ root, run: () => Promise.reject(new Error('syntax')) });
    await expect(failing).rejects.toThrow('syntax');
    expect(await generated({ prismaOnly: true })).toEqual(['prisma']);
    expect(await generated()).toEqual(['operations']);
  });
});

describe('dist', () => {
  const compile = (cwd: string, args: string[]) => {
    if (!args.includes('-p')) return pretend(cwd, args);
    ran.push('tsc');
    return runNode(cwd, args);
  };
  const built = () => build({ root, run: compile, entries: ['main.js'] });
  const saying = async () => (await promisify(execFile)(process.execPath, [path.join(root, 'dist', 'main.js')])).stdout.trim();
  const stages = async () => (await readdir(root)).filter((name) => name.startsWith('.build'));
  const place = () => pathToFileURL(path.join(root, 'dist', 'deep', 'answer.js')).href;
  beforeEach(async () => {
    expect(await built()).toBe(true);
    ran = [];
  });

  it('is not made again when nothing changed, starts from one file, and finds what lies beside a module', async () => {
    expect(await built()).toBe(false);
    expect(ran).toEqual([]);
    for (const name of ['node_modules', 'dist/deep']) await remove(name);
    expect(await saying()).toBe(`1 ${place()}`);
    await write('node_modules/aside/index.js', 'globalThis.aside = 1;');
    expect(await built()).toBe(true);
  });

  it('has what a changed source says, and nothing of one that was deleted', async () => {
    await write('src/deep/answer.ts', answering('2'));
    await built();
    expect(await saying()).toBe(`2 ${place()}`);
    await write('src/main.ts', 'console.log(3);');
    await remove('src/deep');
    await built();
    expect([await saying(), existsSync(path.join(root, 'dist/deep'))]).toEqual(['3', false]);
  });

  it('is whole while it is made anew, and what it was when that failed', async () => {
    const seen: string[] = [];
    await write('src/deep/answer.ts', answering('2'));
    const watched = async (cwd: string, args: string[]) => {
      seen.push(await saying());
      return compile(cwd, args);
    };
    await build({ root, run: watched, entries: ['main.js'] });
    expect(seen).toEqual([`1 ${place()}`]);

    await write('src/deep/answer.ts', answering('"3"'));
    await expect(built()).rejects.toThrow("Type 'string' is not assignable to type 'number'");
    expect([await saying(), await stages()]).toEqual([`2 ${place()}`, []]);
  });

  it('is made again when it was changed by hand, or its making was interrupted, though the sources are what they were', async () => {
    await write('dist/deep/answer.js', 'half of it');
    expect([await built(), await saying()]).toEqual([true, `1 ${place()}`]);
    await write('.build-999999999/main.js', 'left by a process that died');
    await write('src/deep/answer.ts', answering('2'));
    expect([await built(), await stages()]).toEqual([true, []]);
  });

  it('is used as it is where what makes it is not installed, unless it is not there or was made of other sources', async () => {
    expect(() => useBuild({ root })).not.toThrow();
    await write('node_modules/.package-lock.json', '{ "fewer": "packages" }');
    await remove('src/generated');
    expect(() => useBuild({ root })).not.toThrow();
    await write('src/deep/answer.ts', answering('2'));
    expect(() => useBuild({ root })).toThrow('built from other sources than these');
    await remove('src');
    expect(() => useBuild({ root })).not.toThrow();
    await remove('dist');
    expect(() => useBuild({ root })).toThrow('run `npm ci && npm run build`');
  });

  it('is made of code that is generated anew', async () => {
    await write('package-lock.json', '{ "changed": true }');
    expect(await built()).toBe(true);
    expect(ran).toEqual(['prisma', 'operations', 'tsc']);
  });
});

describe('two builds in one folder', () => {
  it('come one after the other, also after one that died', async () => {
    await write('.build.lock', '999999999');
    const seen: string[] = [];
    const work = (name: string) =>
      whileLocked(root, async () => {
        seen.push(`${name} begins`);
        await sleep(50);
        seen.push(`${name} ends`);
      });
    await Promise.all([work('a'), work('b')]);
    const [first] = seen[0]!;
    const second = first === 'a' ? 'b' : 'a';
    expect(seen).toEqual([`${first} begins`, `${first} ends`, `${second} begins`, `${second} ends`]);
    expect((await readdir(root)).filter((name) => name.startsWith('.build'))).toEqual([]);
  });
});
