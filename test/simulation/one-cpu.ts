import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/*
 * A process of the simulation and its sessions of PostgreSQL work by turns. On one CPU no other has to be woken for each message, which takes
 * longer than most messages.
 */

/** The CPU for this one of several processes; undefined where a process cannot be kept on one. */
export function cpuFor(process: number): number | undefined {
  try {
    const [, list = ''] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    const cpus = list.split(',').flatMap((span) => {
      const [first = 0, last = first] = span.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, n) => first + n);
    });
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return cpus[process % cpus.length];
  } catch {
    return undefined;
  }
}

/** As `fork` takes it. */
export function nodeOn(cpu: number | undefined, execArgv: string[]): { execPath: string; execArgv: string[] } {
  if (cpu === undefined) return { execPath: process.execPath, execArgv };
  return { execPath: 'taskset', execArgv: ['-c', String(cpu), process.execPath, ...execArgv] };
}

/** Only makes it faster: another user's process stays where it is. */
export function keepOn(cpu: number, pid: number): void {
  try {
    execFileSync('taskset', ['-cp', String(cpu), String(pid)], { stdio: 'ignore' });
  } catch {
    return;
  }
}
