import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/* The processes of one machine of the database, by its folder. */

export function keepPatroniPid(folder: string, pid: number | undefined): void {
  writeFileSync(path.join(folder, 'patroni.pid'), String(pid ?? ''));
}

/** They leave the group of Patroni, which starts them. */
export function pidsOfPostgres(folder: string): number[] {
  const dataFolder = path.join(folder, 'data');
  return ofPidFile(path.join(dataFolder, 'postmaster.pid'), dataFolder);
}

export function pidsOfMachine(folder: string): number[] {
  return [...ofPidFile(path.join(folder, 'patroni.pid'), folder), ...pidsOfPostgres(folder)];
}

/** With all that it started. `named` is in its command: the number in the file may be another process's by now. */
function ofPidFile(file: string, named: string): number[] {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(named) ? [pid, ...childrenOf(pid)] : [];
  } catch {
    return [];
  }
}

function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    return children.flatMap((one) => [one, ...childrenOf(one)]);
  } catch {
    return [];
  }
}
