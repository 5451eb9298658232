import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const SRC = path.join(import.meta.dirname, '..', 'src');

interface Source {
  /** From src, with slashes. */
  file: string;
  text: string;
  /** Packages by name, our own files from src. Types count: what a layer may not know, it may not name. */
  imports: string[];
}

const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => file.endsWith('.ts') && !file.startsWith('generated/'))
  .map((file) => {
    const text = readFileSync(path.join(SRC, file), 'utf8');
    const imports = [...text.matchAll(/^(?:import|export) [^;]*?from '([^']+)';|^import '([^']+)';/gms)].map((match) => {
      const name = match[1] ?? match[2] ?? '';
      return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '.ts') : name;
    });
    return { file, text, imports };
  });

/** "file -> import" for every import that a file of the kind may not have. */
function breaches(kind: RegExp, forbidden: (name: string, file: string) => boolean): string[] {
  return sources
    .filter(({ file }) => kind.test(file))
    .flatMap(({ file, imports }) => imports.filter((name) => forbidden(name, file)).map((name) => `${file} -> ${name}`));
}

it('finds the sources and their imports', () => {
  expect(sources.length).toBeGreaterThan(50);
  expect(sources.find(({ file }) => file === 'server.ts')?.imports).toContain('schema.ts');
});

it('keeps the environment in config.ts', () => {
  expect(
    sources.filter(({ file, text }) => file !== 'config.ts' && text.includes('process.env')).map(({ file }) => file),
  ).toEqual([]);
});

it('lets nothing import main.ts', () => {
  expect(breaches(/./, (name) => name === 'main.ts')).toEqual([]);
});

it('keeps GraphQL and HTTP out of services, SQL and rules', () => {
  expect(
    breaches(/\.(service|sql|loader)\.ts$/, (name) => ['type-graphql', 'graphql', 'fastify', '@apollo/server'].includes(name)),
  ).toEqual([]);
});

it('lets services know no resolver', () => {
  expect(breaches(/^(?!.*\.resolver\.ts$)(?!schema\.ts$).*$/, (name) => name.endsWith('.resolver.ts'))).toEqual([]);
});

it('keeps the database out of resolvers and REST', () => {
  const reachesDatabase = (name: string) =>
    name.endsWith('.sql.ts') || name === 'platform/database/database.ts' || name === 'pg' || name.endsWith('prisma/client.ts');
  expect(
    breaches(
      /\.resolver\.ts$/,
      (name) => reachesDatabase(name) && !name.endsWith('.sql.ts') && name !== 'generated/prisma/client.ts',
    ),
  ).toEqual([]);
  expect(breaches(/^rest\//, reachesDatabase)).toEqual([]);
});

it('keeps the platform free of features', () => {
  const features = /^(?!platform\/|generated\/|config\.ts|context\.ts)[\w-]+\//;
  expect(breaches(/^platform\//, (name) => features.test(name) && !name.startsWith('node:') && !name.startsWith('@'))).toEqual(
    [],
  );
});

it('lets the types of the SDL import types, inputs and what the SDL is made of only', () => {
  const allowed = (name: string) =>
    !name.includes('.ts')
    || /\.(type|input)\.ts$/.test(name)
    || name.startsWith('graphql/')
    || name.startsWith('generated/')
    || name.endsWith('admin-only.ts');
  expect(breaches(/\.type\.ts$/, (name) => !allowed(name))).toEqual([]);
});

it('keeps every file short enough to be one idea', () => {
  const long = sources.filter(({ text }) => text.split('\n').length > 251).map(({ file }) => file);
  expect(long).toEqual([]);
});
