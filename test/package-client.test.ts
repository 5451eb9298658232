import { execFile } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { generate } from '@graphql-codegen/cli';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packClient } from '../scripts/pack-client.mjs';
import type { ErrorCode } from '../src/client/index.js';
import { scalars } from '../src/client/scalars.js';
import { ERROR_CODES, type ErrorCode as ServiceCode } from '../src/platform/error-codes.js';

const ROOT = path.dirname(import.meta.dirname);
const TSC = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const run = promisify(execFile);

/** An empty project, where what was packed is installed as strangers do. */
let project: string;
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), `raffle-test-${process.pid}-`));
  const packed = await packClient({ to: project });
  await writeFile(path.join(project, 'package.json'), '{ "type": "module", "private": true }');
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', packed], { cwd: project });
}, 120_000);
afterAll(() => rm(project, { recursive: true, force: true }));

describe('the package', () => {
  it('brings at most six packages, nothing of the server, and less than 100 kB without maps', async () => {
    const { packages } = JSON.parse(await readFile(path.join(project, 'node_modules/.package-lock.json'), 'utf8'));
    const names = Object.keys(packages).map((name) => name.replace('node_modules/', ''));
    expect(names.toSorted()).toEqual(['@0no-co/graphql.web', '@urql/core', 'raffle-gateway-client', 'wonka']);
    const installed = path.join(project, 'node_modules/raffle-gateway-client');
    const files = readdirSync(installed, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const sizes = files.map(({ parentPath, name }) => ({ name, bytes: statSync(path.join(parentPath, name)).size }));
    const bytes = sizes.filter(({ name }) => !name.endsWith('.map')).reduce((sum, file) => sum + file.bytes, 0);
    expect(bytes).toBeLessThan(100_000);
    expect(sizes.filter(({ name }) => name.endsWith('.map')).map(({ name }) => name)).toContain('index.js.map');
    const { version, license, gitHead } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8'));
    const own = JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8'));
    expect([version, license]).toEqual([own.version, own.license]);
    if (gitHead !== undefined) expect(gitHead).toBe((await run('git', ['rev-parse', 'HEAD'], { cwd: ROOT })).stdout.trim());
    expect(await readFile(path.join(installed, 'THIRD-PARTY.txt'), 'utf8')).toMatch(/exchange-auth.*graphql-ws/s);
  });
});

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
  it('bundles without anything left outside, from itself and three libraries, in less than 20 kB', async () => {
    const { bytes, text, inputs } = await bundled("export { createClient } from 'raffle-gateway-client';");
    expect(bytes).toBeLessThan(20_000);
    expect(text).not.toMatch(/\bimport\b *[({"'*]|\brequire\(/);
    const places = inputs.map((name) => /(?:.*node_modules\/)((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1]);
    expect([...new Set(places.filter((place) => place !== undefined))].toSorted()).toEqual([
      '@0no-co/graphql.web',
      '@urql/core',
      'raffle-gateway-client',
      'wonka',
    ]);
  });

  it('has in a page what the page uses, and all of it is less than 25 kB', async () => {
    const error = await bundled("export { GatewayError } from 'raffle-gateway-client';");
    expect(error.bytes).toBeLessThan(600);
    const page = await bundled("export { createClient, RafflePageDocument } from 'raffle-gateway-client';");
    expect([page.text.includes('query RafflePage'), page.text.includes('query MyOrders')]).toEqual([true, false]);
    expect((await bundled("export * from 'raffle-gateway-client';")).bytes).toBeLessThan(25_000);
  });

  it('is what the package exports, and nothing else is', async () => {
    const say = (name: string) =>
      run(process.execPath, ['--input-type=module', '-e', `console.log(typeof (await import('${name}')).createClient)`], {
        cwd: project,
      });
    expect((await say('raffle-gateway-client')).stdout).toBe('function\n');
    await expect(say('raffle-gateway-client/index.js')).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});

describe("the README's example", () => {
  it('is right by the types of the package, libraries included', async () => {
    const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
    const example = /^## First calls of each role\n.*?^```ts\n(.*?)^```\n/ms.exec(readme)?.[1] ?? '';
    expect(example).toContain("from 'raffle-gateway-client'");
    expect(await problemsOf(example)).toBe('');
    expect(await problemsOf(example.replace('{ slug }', '{ slog: slug }'))).toContain("'slog' does not exist");
    expect(await problemsOf(example.replace('order.totalValue', 'order.total'))).toContain("Property 'total' does not exist");
  });
});

it('sends what codegen makes of other documents, by their types', async () => {
  const [file] = await generate(
    {
      schema: path.join(ROOT, 'schema.graphql'),
      documents: 'query Title($slug: String!) { raffle(slug: $slug) { title } }',
      silent: true,
      config: { scalars, strictScalars: true, documentMode: 'string' },
      generates: { 'own.ts': { plugins: ['typescript', 'typescript-operations', 'typed-document-node'] } },
    },
    false,
  );
  await writeFile(path.join(project, 'own.ts'), (file as { content: string }).content);
  await symlink(
    path.join(ROOT, 'node_modules/@graphql-typed-document-node'),
    path.join(project, 'node_modules/@graphql-typed-document-node'),
  );
  const asking = `import { createClient } from 'raffle-gateway-client';
    import { TitleDocument } from './own.js';
    const { raffle } = await createClient({ url: '/graphql' }).query(TitleDocument, { slug: 'a' });
    export const title: string | undefined = raffle?.title;`;
  expect(await problemsOf(asking)).toBe('');
  expect(await problemsOf(asking.replace('slug:', 'slog:'))).toContain("'slog' does not exist");
  expect(await problemsOf(asking.replace('raffle?.title', 'raffle?.name'))).toContain("Property 'name' does not exist");
});

it('knows every code that the service answers', async () => {
  // Does not compile when one is missing.
  const isKnown: [Exclude<ServiceCode, ErrorCode>] extends [never] ? true : false = true;
  expect(isKnown).toBe(true);
  const files = ['src/client/errors.ts', 'src/generated/client/operation-errors.ts'];
  const text = (await Promise.all(files.map((file) => readFile(path.join(ROOT, file), 'utf8')))).join('');
  expect(Object.keys(ERROR_CODES).filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});

it('has every document in its operations, none of them twice', async () => {
  const folder = path.join(ROOT, 'src/client/operations');
  const texts = await Promise.all(readdirSync(folder).map((name) => readFile(path.join(folder, name), 'utf8')));
  const names = texts.flatMap((text) => [...text.matchAll(/^(?:query|mutation|subscription) (\w+)/gm)].map(([, name]) => name));
  const script = "console.log(Object.keys(await import('raffle-gateway-client')).join(' '))";
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: project });
  const documents = stdout
    .trim()
    .split(' ')
    .filter((name) => name.endsWith('Document'));
  expect(documents.toSorted()).toEqual(names.map((name) => `${name}Document`).toSorted());
});
