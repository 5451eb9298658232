import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const ROOT = path.dirname(import.meta.dirname);
/** Where our own pages are; the root's are beside its other files. */
const FOLDERS = ['deploy', 'src', 'test', 'prisma', 'scripts'];

const pages = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  ),
]
  .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
  .map((file) => ({ file: file.replaceAll(path.sep, '/'), text: proseOf(readFileSync(path.join(ROOT, file), 'utf8')) }));

/** A page without its fenced blocks, in which a `#` is a comment and a bracket is code. */
function proseOf(text: string): string {
  return text.replaceAll(/^```.*?^```$/gms, '');
}

/** The anchors of a page's headings, as GitHub names them. */
function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function problemOf(file: string, link: string): string | undefined {
  const [to = '', anchor] = link.split('#');
  const target = path.posix.normalize(to ? path.posix.join(path.posix.dirname(file), to) : file);
  if (!existsSync(path.join(ROOT, target))) return `${file}: there is no ${target}`;
  if (anchor === undefined) return undefined;
  const known = pages.find((page) => page.file === target);
  return known && anchorsOf(known.text).includes(anchor) ? undefined : `${file}: ${target} has no heading #${anchor}`;
}

const links = pages.flatMap(({ file, text }) =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ file, link })).filter(({ link }) => !/^[a-z]+:/.test(link)),
);

it('every relative link of our pages leads to a file, and to a heading where it names one', () => {
  expect(links.length).toBeGreaterThan(30);
  expect(links.map(({ file, link }) => problemOf(file, link)).filter(Boolean)).toEqual([]);
});

it('every file of ours that a page names is there', () => {
  const named = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/`((?:src|test|prisma|scripts)\/[\w./-]+)`/g)].map(([, name = '']) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !existsSync(path.join(ROOT, name)))).toEqual([]);
});

it('README leads to every page', () => {
  const read = new Set(links.filter(({ file }) => file === 'README.md').map(({ link }) => link.split('#')[0]));
  expect(pages.map(({ file }) => file).filter((file) => file !== 'README.md' && !read.has(file))).toEqual([]);
});

it('README has a picture that is there, and is not heavy', () => {
  expect(links.map(({ link }) => link)).toContain('src/web/shop.webp');
  expect(statSync(path.join(ROOT, 'src/web/shop.webp')).size).toBeLessThan(150_000);
});
