import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileClient } from '../scripts/build.mjs';
import type { ErrorCode } from '../src/client/index.js';
import { ERROR_CODES, type ErrorCode as ServiceCode } from '../src/platform/error-codes.js';

const ROOT = path.dirname(import.meta.dirname);
const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const run = promisify(execFile);

let project: string;
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), `raffle-test-${process.pid}-`));
  const installed = path.join(project, 'node_modules', 'raffle-gateway');
  await mkdir(installed, { recursive: true });
  await copyFile(path.join(ROOT, 'package.json'), path.join(installed, 'package.json'));
  await symlink(path.join(ROOT, 'node_modules'), path.join(installed, 'node_modules'));
  await compileClient({ dist: path.join(installed, 'dist') });
});
afterAll(() => rm(project, { recursive: true, force: true }));

/** What a bundler makes for browsers of a page that has just this line. */
async function bundled(line: string): Promise<{ bytes: number; text: string; inputs: string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: line, resolveDir: project },
    bundle: true,
    platform: 'browser',
    format: 'esm',
    minify: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  const [file] = outputFiles;
  const [output] = Object.values(metafile.outputs);
  const inputs = Object.entries(output!.inputs).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? [name] : []));
  return { bytes: gzipSync(file!.contents).length, text: file!.text, inputs };
}

async function problemsOf(text: string): Promise<string> {
  await writeFile(path.join(project, 'page.ts'), text);
  const compilerOptions = {
    module: 'ESNext',
    moduleResolution: 'bundler',
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    noEmit: true,
  };
  await writeFile(path.join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['page.ts'] }));
  return run(process.execPath, [TSC, '-p', project]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

describe('the client for browsers', () => {
  it('bundles without anything left outside, from its own folders and four libraries, in less than 20 kB', async () => {
    const { bytes, text, inputs } = await bundled("export { createClient } from 'raffle-gateway/client';");
    expect(bytes).toBeLessThan(20_000);
    expect(text).not.toMatch(/\bimport\b *[({"'*]|\brequire\(/);
    const places = inputs.map(
      (name) => /(?:.*node_modules\/)((?:@[^/]+\/)?[^/]+(?:\/dist\/(?:generated\/)?client\/)?)/.exec(name)?.[1],
    );
    expect([...new Set(places.filter((place) => place !== undefined))].toSorted()).toEqual([
      '@0no-co/graphql.web',
      '@urql/core',
      '@urql/exchange-auth',
      '@urql/exchange-retry',
      'graphql-ws',
      'raffle-gateway/dist/client/',
      'raffle-gateway/dist/generated/client/',
      'wonka',
    ]);
  });

  it('has in a page what the page uses, and all of it is less than 40 kB', async () => {
    const error = await bundled("export { GatewayError } from 'raffle-gateway/client';");
    expect(error.bytes).toBeLessThan(500);
    const page = await bundled("export { createClient, RafflePageDocument } from 'raffle-gateway/client';");
    expect([page.text.includes('query RafflePage'), page.text.includes('UpsertPaymentProvider')]).toEqual([true, false]);
    expect((await bundled("export * from 'raffle-gateway/client';")).bytes).toBeLessThan(40_000);
  });

  it('is what the package exports, and nothing else is', async () => {
    const say = (name: string) =>
      run(process.execPath, ['--input-type=module', '-e', `console.log(typeof (await import('${name}')).createClient)`], {
        cwd: project,
      });
    expect((await say('raffle-gateway/client')).stdout).toBe('function\n');
    await expect(say('raffle-gateway/dist/main.js')).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
    expect(existsSync(path.join(project, 'node_modules/raffle-gateway/dist/main.js'))).toBe(false);
  });
});

describe("the README's example", () => {
  it('is right by the types of the package, libraries included', async () => {
    const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    const example = /^## First calls of each role\n.*?^```ts\n(.*?)^```\n/ms.exec(readme)?.[1] ?? '';
    expect(example).toContain("from 'raffle-gateway/client'");
    expect(await problemsOf(example)).toBe('');
    expect(await problemsOf(example.replace('{ slug }', '{ slog: slug }'))).toContain("'slog' does not exist");
    expect(await problemsOf(example.replace('order.totalValue', 'order.total'))).toContain("Property 'total' does not exist");
  });
});

it('knows every code that the service answers', async () => {
  // Does not compile when one is missing.
  const isKnown: [Exclude<ServiceCode, ErrorCode>] extends [never] ? true : false = true;
  expect(isKnown).toBe(true);
  const files = ['src/client/errors.ts', 'src/generated/client/operation-errors.ts'];
  const text = (await Promise.all(files.map((file) => readFile(path.join(ROOT, file), 'utf8')))).join('');
  expect(Object.keys(ERROR_CODES).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});

it('has every document in operations, none of them twice', async () => {
  const folder = path.join(ROOT, 'src/client/operations');
  const texts = await Promise.all(readdirSync(folder).map((name) => readFile(path.join(folder, name), 'utf8')));
  const names = texts.flatMap((text) => [...text.matchAll(/^(?:query|mutation|subscription) (\w+)/gm)].map(([, name]) => name));
  const client: object = await import('../src/client/index.js');
  expect(
    Object.keys(client)
      .filter((name) => name.endsWith('Document'))
      .toSorted(),
  ).toEqual(names.map((name) => `${name}Document`).toSorted());
});
