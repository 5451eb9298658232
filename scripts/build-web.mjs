/*
 * Builds dist/web if its sources changed: in client/ the pages' scripts and styles, named by the hash of their content, and in server/
 * the code that renders the pages' HTML. `--force` builds it always.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { whileLocked } from './build-lock.mjs';
import { generate, INSTALLED } from './generate.mjs';
import { replaceFiles } from './replace-files.mjs';
import { runScript } from './run-node.mjs';
import { makeOnce } from './stamp.mjs';

const ROOT = path.dirname(import.meta.dirname);
const PAGES = ['shop', 'account', 'raffle', 'draw', 'order', 'dashboard', 'text'];
const WEEK_MS = 7 * 24 * 3_600_000;

/** Resolves to whether it built anything. */
export async function buildWeb({ root = ROOT, force = false, say } = {}) {
  await generate({ root, say });
  return makeOnce({
    root,
    force,
    say,
    what: 'Building the pages',
    stamp: 'dist/web/.stamp',
    sources: ['src/web', 'src/client', 'src/proof', 'tsconfig.json', 'scripts'],
    tools: ['src/generated/client', ...INSTALLED],
    outputs: ['dist/web'],
    make: () =>
      replaceFiles({
        root,
        folder: 'dist/web',
        make: (stage) => writePages(root, stage),
        // Open pages and a running service still request the files of their own build.
        keeps: (name) => name.startsWith('client/assets/') && isOfThisWeek(path.join(root, 'dist/web', name)),
      }),
  });
}

async function writePages(root, stage) {
  // Loading it is slow, and most starts build nothing.
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
      outDir: path.join(stage, 'client'),
      emptyOutDir: true,
      manifest: 'manifest.json',
      target: 'es2022',
      // The content security policy forbids them.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: Object.fromEntries(PAGES.map((page) => [page, path.join(web, page, 'client.tsx')])),
        preserveEntrySignatures: 'exports-only',
        // Each file costs 600 bytes of headers, and HTTP/1.1 asks for six at a time: small parts that pages share go with others.
        output: {
          codeSplitting: {
            groups: [
              {
                name: 'shared',
                // Only the dashboard has them: buyers' pages would get them with what is shared.
                test: (id) => !/\/ui\/(toasts|form-dialog)\./.test(id),
                tags: ['$initial'],
                minShareCount: 2,
                entriesAware: true,
                entriesAwareMergeThreshold: 6_000,
              },
            ],
          },
        },
      },
    },
  });
  await build({
    ...common,
    ssr: { noExternal: true },
    build: { ssr: path.join(web, 'server.tsx'), outDir: path.join(stage, 'server'), emptyOutDir: true, target: 'node20' },
  });
  await writeVerifier(build, common, path.join(stage, 'client', 'static'));
  compressAll(path.join(stage, 'client'));
}

/** One HTML file that runs offline: its policy allows its own script and styles, and no line to anywhere. */
async function writeVerifier(build, common, folder) {
  const { output } = await build({
    ...common,
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      cssCodeSplit: false,
      rolldownOptions: { input: path.join(common.root, 'verifier', 'verifier.tsx'), output: { format: 'iife' } },
    },
  });
  const script = output
    .find(({ type }) => type === 'chunk')
    .code.trim()
    .replaceAll('</script', '<\\/script');
  const style = String(output.find(({ fileName }) => fileName.endsWith('.css')).source).trim();
  const policy = `default-src 'none'; script-src ${sourceOf(script)}; style-src ${sourceOf(style)}`;
  const html = [
    '<!doctype html>',
    '<html lang="en">',
    '<meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<style>${style}</style>`,
    '<body>',
    `<script>${script}</script>`,
    '',
  ];
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'verify-draw.html'), html.join('\n'));
}

const sourceOf = (content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

function isOfThisWeek(file) {
  return Date.now() - statSync(file).mtimeMs < WEEK_MS;
}

/** At the highest level, because it is done only once. */
function compressAll(folder) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|css|svg|html)$/.test(file),
  )) {
    const file = path.join(folder, name);
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}

if (process.argv[1] === import.meta.filename) {
  const force = process.argv.includes('--force');
  await runScript(() => whileLocked(ROOT, () => buildWeb({ force, say: console.error })));
}
