import { rmSync } from 'node:fs';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unpackWoff } from './unpack-woff.js';

/** Of Figtree (OFL-1.1): Latin letters, digits and punctuation. */
const WEIGHTS = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof WEIGHTS;

/** Paths of files. */
export type Fonts = Record<Weight, string>;

let preparing: Promise<Fonts> | undefined;

/** A machine may have no font at all, and libvips reads fonts from files of a format that packages do not ship: they are unpacked. */
export function prepareFonts(): Promise<Fonts> {
  return (preparing ??= prepare().catch((error: unknown) => {
    preparing = undefined;
    throw error;
  }));
}

async function prepare(): Promise<Fonts> {
  const { resolve } = createRequire(import.meta.url);
  const folder = await mkdtemp(path.join(tmpdir(), 'raffle-gateway-fonts-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const unpack = async (weight: Weight): Promise<string> => {
    const woff = await readFile(resolve(`@fontsource/figtree/files/figtree-latin-${WEIGHTS[weight]}-normal.woff`));
    const file = path.join(folder, `figtree-${weight}.ttf`);
    await writeFile(file, unpackWoff(woff));
    return file;
  };
  const [regular, bold] = await Promise.all([unpack('regular'), unpack('bold')]);
  return { regular, bold };
}
