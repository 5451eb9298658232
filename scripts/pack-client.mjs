/*
 * Makes the package `raffle-gateway-client` in dist-client/, and packs it: `npm run pack:client`. It has the client, hooks for React and
 * their types, and needs no package but @urql/core. The documents are those of src/client/operations: what shops and buyers do.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Kind, parse, stripIgnoredCharacters } from 'graphql';
import { whileLocked } from './build-lock.mjs';
import { generate } from './generate.mjs';
import { replaceFiles } from './replace-files.mjs';
import { runNode, runScript } from './run-node.mjs';
import { smallTypes } from './small-types.mjs';

const ROOT = path.dirname(import.meta.dirname);
const SOURCES = path.join(ROOT, 'src', 'client');
const GENERATED = path.join(ROOT, 'src', 'generated');
const FOLDER = 'dist-client';
const ENTRIES = ['index', 'react'];
const { resolve } = createRequire(import.meta.url);

/** Brings two packages that only it needs. */
const LEFT_OUTSIDE = ['@urql/core', 'react'];
const BUNDLED = ['@urql/exchange-auth', '@urql/exchange-retry', 'graphql-ws'];
const DOCUMENT = /\/\*#__PURE__\*\/ new TypedDocumentString\(`([^`]+)`(?:, \{[^\n]*\})?\)/g;
const CLASS = /^export class TypedDocumentString<[^]*?^\}\n/m;
/** For which npm would install graphql. */
const IMPORTED_BY_CLASS = /^import type \{ DocumentTypeDecoration \} from '[^']+';\n/m;
/** In place of the class: bundlers leave out texts that nobody uses, and what codegen makes of other documents is one too. */
const DOCUMENT_TYPE = `/** The text of a document, with the types of its answer and its variables: also of your own. */
export interface TypedDocumentString<TResult, TVariables> {
  __apiType?: (variables: TVariables) => TResult;
  toString(): string;
}
`;

/** Packs it into the folder `to`. Resolves to the path of the packed file. */
export function packClient({ to = path.join(ROOT, FOLDER), say = () => {} } = {}) {
  return whileLocked(ROOT, async () => {
    await generate({ root: ROOT, say });
    await replaceFiles({ root: ROOT, folder: FOLDER, make: makeFiles });
    const pack = ['pack', '--json', '--ignore-scripts', '--pack-destination', to];
    const [{ filename }] = JSON.parse(execFileSync('npm', pack, { cwd: path.join(ROOT, FOLDER), encoding: 'utf8' }));
    return path.join(to, filename);
  });
}

async function makeFiles(stage) {
  const sources = path.join(stage, 'src');
  copySources(sources);
  const typescript = path.join(path.dirname(resolve('typescript/package.json')), 'bin', 'tsc');
  const types = path.join(stage, 'types');
  await runNode(ROOT, [typescript, '-p', path.join(sources, 'client'), '--emitDeclarationOnly', '--outDir', types]);
  keepReached(types);
  await bundle(sources, stage);
  rmSync(sources, { recursive: true });
  writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(path.join(SOURCES, 'README.md'), path.join(stage, 'README.md'));
  writeFileSync(path.join(stage, 'THIRD-PARTY.txt'), licenses());
}

/** With the documents of the package in place of those of our pages. */
function copySources(folder) {
  const client = path.join(folder, 'client');
  const generated = path.join(folder, 'generated', 'client');
  mkdirSync(client, { recursive: true });
  mkdirSync(generated, { recursive: true });
  for (const name of readdirSync(SOURCES).filter((name) => name.endsWith('.ts')))
    copyFileSync(path.join(SOURCES, name), path.join(client, name));
  const settings = JSON.parse(readFileSync(path.join(SOURCES, 'tsconfig.json'), 'utf8'));
  writeFileSync(path.join(client, 'tsconfig.json'), JSON.stringify({ ...settings, extends: '../../../tsconfig.json' }));
  const used = new Set();
  const operations = smallTypes(readFileSync(path.join(GENERATED, 'client-package/operations.ts'), 'utf8'))
    .replace(IMPORTED_BY_CLASS, '')
    .replace(CLASS, DOCUMENT_TYPE)
    .replaceAll(DOCUMENT, (_, text) => {
      for (const name of rootFieldsOf(text)) used.add(name);
      return JSON.stringify(stripIgnoredCharacters(text));
    });
  if (used.size === 0 || /\bnew TypedDocumentString|^import/m.test(operations))
    throw new Error('codegen writes documents of another form');
  writeFileSync(path.join(generated, 'operations.ts'), operations);
  const errors = readFileSync(path.join(GENERATED, 'client/operation-errors.ts'), 'utf8');
  const ofUsed = errors.replaceAll(/^ {2}(\w+): .*\n/gm, (line, name) => (used.has(name) ? line : ''));
  writeFileSync(path.join(generated, 'operation-errors.ts'), ofUsed);
}

/** Removes the types that no entry leads to, and most of the indentation. */
function keepReached(types) {
  const reached = new Set(ENTRIES.map((name) => path.join(types, 'client', `${name}.d.ts`)));
  // A set also yields what is added meanwhile.
  for (const file of reached)
    for (const [, from] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)\.js'/g))
      reached.add(path.join(path.dirname(file), `${from}.d.ts`));
  for (const name of readdirSync(types, { recursive: true })) {
    const file = path.join(types, name);
    if (!name.endsWith('.d.ts')) continue;
    if (!reached.has(file)) rmSync(file);
    else
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replaceAll(/^(?: {4})+/gm, (spaces) => ' '.repeat(spaces.length / 4)),
      );
  }
}

const rootFieldsOf = (text) =>
  parse(text).definitions.flatMap(({ kind, selectionSet }) =>
    kind === Kind.OPERATION_DEFINITION ? selectionSet.selections.map(({ name }) => name.value) : [],
  );

async function bundle(sources, stage) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: Object.fromEntries(ENTRIES.map((name) => [name, path.join(sources, 'client', `${name}.ts`)])),
    outdir: stage,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    sourcemap: true,
    external: LEFT_OUTSIDE,
    chunkNames: 'shared-[hash]',
    logLevel: 'warning',
  });
}

function manifest() {
  const { version, license, dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const entry = (name) => ({ types: `./types/client/${name}.d.ts`, default: `./${name}.js` });
  return {
    name: 'raffle-gateway-client',
    version,
    ...commit(),
    license,
    description: 'The typed client of the raffle gateway, for browsers and Node, with hooks for React.',
    type: 'module',
    sideEffects: false,
    exports: { '.': entry('index'), './react': entry('react'), './package.json': './package.json' },
    dependencies: { '@urql/core': `^${dependencies['@urql/core']}` },
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
    files: ['*.js', '*.js.map', 'types', 'THIRD-PARTY.txt'],
  };
}

/** Of which commit it was made, as npm writes it when it publishes. Nothing without git, or with changes that are not committed. */
function commit() {
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('status', '--porcelain', '--untracked-files=no') === '' ? { gitHead: git('rev-parse', 'HEAD') } : {};
  } catch {
    return {};
  }
}

/** Of what is bundled. Packages of one author have one licence. */
function licenses() {
  const named = new Map();
  for (const name of BUNDLED) {
    const folder = path.dirname(resolve(`${name}/package.json`));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    if (!file) throw new Error(`${name} has no licence`);
    const text = readFileSync(path.join(folder, file), 'utf8').trim();
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    named.set(text, [...(named.get(text) ?? []), `${name} ${version}`]);
  }
  return [...named].map(([text, names]) => `${names.join(', ')}\n\n${text}\n`).join('\n');
}

if (process.argv[1] === import.meta.filename) await runScript(async () => console.log(await packClient({ say: console.error })));
