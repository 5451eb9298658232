import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Mutant } from './mutant.js';

const ROOT = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = 'prisma/migrations';
/** Of the root: what is linked, what others make, and what is no part of the code. */
const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist']);

export interface RepositoryCopy {
  root: string;
  temporary: string;
  /** Writes a mutant into the copy and answers how to undo it. Throws a StaleMutantError. */
  apply(mutant: Mutant): Promise<() => Promise<void>>;
  remove(): void;
}

/** The code has changed: a mutant's text is not there any more, or not once. */
export class StaleMutantError extends Error {}

export async function copyRepository(): Promise<RepositoryCopy> {
  const folder = mkdtempSync(path.join(tmpdir(), 'raffle-mutants-'));
  // As root PostgreSQL runs as another user, who must get in.
  chmodSync(folder, 0o711);
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  process.once('exit', remove);

  const [root, temporary] = [path.join(folder, 'repository'), path.join(folder, 'tmp')];
  await mkdir(temporary);
  chmodSync(temporary, 0o711);
  await cp(ROOT, root, { recursive: true, filter: (source) => !LEFT_OUT.has(path.relative(ROOT, source)) });
  // A folder of links, not a link: what tools keep beside the packages stays in the copy.
  await mkdir(path.join(root, 'node_modules'));
  for (const name of await readdir(path.join(ROOT, 'node_modules'))) {
    if (!name.startsWith('.')) await symlink(path.join(ROOT, 'node_modules', name), path.join(root, 'node_modules', name));
  }
  return {
    root,
    temporary,
    remove,
    async apply(mutant) {
      const { file, text } = await placeOf(root, mutant);
      await writeFile(
        file,
        text.replace(mutant.find, () => mutant.replace),
      );
      return () => writeFile(file, text);
    },
  };
}

/** The file that a mutant is written into, and what is in it. Throws a StaleMutantError. */
export async function placeOf(root: string, { file: named, find }: Mutant): Promise<{ file: string; text: string }> {
  const file = path.join(root, named === MIGRATIONS ? await newestMigrationWith(root, find) : named);
  const text = await readFile(file, 'utf8').catch(() => '');
  const places = text.split(find).length - 1;
  if (places !== 1) throw new StaleMutantError(`its text occurs ${places} times in ${named}`);
  return { file, text };
}

async function newestMigrationWith(root: string, text: string): Promise<string> {
  for (const name of (await readdir(path.join(root, MIGRATIONS))).toSorted().toReversed()) {
    const file = path.join(MIGRATIONS, name, 'migration.sql');
    const migration = await readFile(path.join(root, file), 'utf8').catch(() => '');
    if (migration.includes(text)) return file;
  }
  throw new StaleMutantError('no migration has its text');
}
