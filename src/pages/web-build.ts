import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { PageAssets, PageName, PageRenderer } from './page-renderer.js';

/** Made by `npm run build` from `src/web`. */
const WEB = new URL('../../dist/web/', import.meta.url);

export interface WebBuild {
  renderer: PageRenderer;
  assets: Record<PageName, PageAssets>;
}

export const CLIENT_FOLDER = fileURLToPath(new URL('client/', WEB));

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

export async function loadWebBuild(): Promise<WebBuild> {
  const [manifest, renderer] = await Promise.all([
    readFile(new URL('client/manifest.json', WEB), 'utf8').then((text) => JSON.parse(text) as Record<string, Chunk>),
    import(new URL('server/server.js', WEB).href) as Promise<PageRenderer>,
  ]);
  const assets = {
    shop: await withStyles(assetsOf(manifest, 'shop/client.tsx')),
    account: await withStyles(assetsOf(manifest, 'account/client.tsx')),
    raffle: await withStyles(assetsOf(manifest, 'raffle/client.tsx')),
    draw: await withStyles(assetsOf(manifest, 'draw/client.tsx')),
    order: await withStyles(assetsOf(manifest, 'order/client.tsx')),
    text: await withStyles(assetsOf(manifest, 'text/client.tsx')),
    // Browsers cache it: it is opened every day.
    dashboard: assetsOf(manifest, 'dashboard/client.tsx'),
  };
  return { renderer, assets };
}

/** Opened once, on a slow line: 3 kB of styles are inline. */
async function withStyles(assets: PageAssets): Promise<PageAssets> {
  const texts = await Promise.all(assets.styles.map((file) => readFile(new URL(`client${file}`, WEB), 'utf8')));
  return { ...assets, styles: [], css: texts.map((text) => text.trim()).join('') };
}

function assetsOf(manifest: Record<string, Chunk>, entry: string): PageAssets {
  const chunks = new Map<string, Chunk>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (!chunk || chunks.has(name)) return;
    chunks.set(name, chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(entry);
  const [main, ...imported] = chunks.values();
  if (!main) throw new Error(`the pages were built without ${entry}`);
  return {
    script: `/${main.file}`,
    preloads: imported.map(({ file }) => `/${file}`),
    // Imported styles first, so that the page's own override them.
    css: '',
    styles: [...chunks.values()].reverse().flatMap(({ css = [] }) => css.map((file) => `/${file}`)),
  };
}
