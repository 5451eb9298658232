/*
 * Makes dist/web, unless it is what the sources make: the pages' scripts and styles under names that have their content's hash, in client/,
 * and in server/ what writes the pages' HTML. `--force` makes it all the same.
 */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { generate, INSTALLED } from './generate.mjs';
import { runScript } from './run-node.mjs';
import { makeOnce } from './stamp.mjs';

const ROOT = path.dirname(import.meta.dirname);
const PAGES = ['raffle', 'draw', 'dashboard', 'text'];
const WEEK_MS = 7 * 24 * 3_600_000;

/** Resolves to whether anything was made. */
export async function buildWeb({ root = ROOT, force = false } = {}) {
  await generate({ root });
  return makeOnce({
    root,
    force,
    stamp: 'dist/web/.stamp',
    inputs: ['src/web', 'src/client', 'src/proof', 'src/generated/client', 'tsconfig.json', 'scripts', ...INSTALLED],
    outputs: ['dist/web'],
    async make() {
      // Dear to load, and most starts make nothing.
      const { build } = await import('vite');
      const web = path.join(root, 'src', 'web');
      const common = {
        configFile: false,
        root: web,
        logLevel: 'warn',
        oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      };
      await build({
        ...common,
        base: '/',
        build: {
          outDir: path.join(root, 'dist', 'web', 'client'),
          // Pages that are open, and a service that runs, go on asking for what they were made with.
          emptyOutDir: false,
          manifest: 'manifest.json',
          target: 'es2022',
          // What the content security policy forbids.
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: { input: Object.fromEntries(PAGES.map((page) => [page, path.join(web, page, 'client.tsx')])) },
        },
      });
      await build({
        ...common,
        ssr: { noExternal: true },
        build: {
          ssr: path.join(web, 'server.tsx'),
          outDir: path.join(root, 'dist', 'web', 'server'),
          emptyOutDir: true,
          target: 'node20',
        },
      });
      const client = path.join(root, 'dist', 'web', 'client');
      removeOld(client);
      compressAll(client);
    },
  });
}

/** What no page has been made with for a week. */
function removeOld(client) {
  const manifest = JSON.parse(readFileSync(path.join(client, 'manifest.json'), 'utf8'));
  const current = new Set(Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]));
  for (const name of readdirSync(path.join(client, 'assets'))) {
    const file = path.join(client, 'assets', name);
    const isCurrent = current.has(`assets/${name.replace(/\.(br|gz)$/, '')}`);
    if (!isCurrent && Date.now() - statSync(file).mtimeMs > WEEK_MS) rmSync(file);
  }
}

/** Once and as small as it gets, instead of at every request. */
function compressAll(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(js|css|svg)$/.test(file))) {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

if (process.argv[1] === import.meta.filename) await runScript(() => buildWeb({ force: process.argv.includes('--force') }));
