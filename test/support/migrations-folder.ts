import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A version's migrations and functions, in a folder that the test writes. */
export interface MigrationsFolder {
  migrationsFolder: string;
  write(name: string, sql: string): Promise<void>;
  writeFunction(name: string, sql: string): Promise<void>;
  forget(name: string): Promise<void>;
  forgetFunction(name: string): Promise<void>;
  remove(): Promise<void>;
}

export async function createMigrationsFolder(): Promise<MigrationsFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), `raffle-test-${process.pid}-`));
  const migrationsFolder = path.join(folder, 'migrations');
  const functions = path.join(folder, 'functions');
  await mkdir(migrationsFolder);
  await mkdir(functions);
  await writeFile(path.join(migrationsFolder, 'migration_lock.toml'), 'provider = "postgresql"\n');
  return {
    migrationsFolder,
    async write(name, sql) {
      await mkdir(path.join(migrationsFolder, name), { recursive: true });
      await writeFile(path.join(migrationsFolder, name, 'migration.sql'), sql);
    },
    writeFunction: (name, sql) => writeFile(path.join(functions, `${name}.sql`), sql),
    forget: (name) => rm(path.join(migrationsFolder, name), { recursive: true }),
    forgetFunction: (name) => rm(path.join(functions, `${name}.sql`)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
