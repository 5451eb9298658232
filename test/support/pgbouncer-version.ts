import { spawnSync } from 'node:child_process';

/** Such as 1.18.0; undefined when the file is no PgBouncer. */
export const versionOfPgBouncer = (file: string): string | undefined =>
  /^PgBouncer (\d+\.\d+\.\d+)/m.exec(String(spawnSync(file, ['--version']).stdout))?.[1];

/** From 1.21 on, in transaction mode. */
export function keepsStatements(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 1 || minor >= 21;
}
