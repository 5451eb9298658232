import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * A process by more than its number, which the system gives to another once it is free: `startedAt` is an opaque text
 * without spaces that differs for two processes of the same number.
 */
export interface RunningProcess {
  pid: number;
  startedAt: string;
  commandLine: string;
}

/** Whether some process has this number, ours to see or not. A zombie has. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * What runs under a number now: 'gone' when nothing does (a zombie is gone: it holds no file and no port), 'unknown' when
 * the system does not tell, as Windows or a /proc mounted with hidepid do not.
 */
export function inspectProcess(pid: number): RunningProcess | 'gone' | 'unknown' {
  if (!isAlive(pid)) return 'gone';
  try {
    if (process.platform === 'linux') return inspectByProc(pid);
    if (process.platform === 'win32') return 'unknown';
    return inspectByPs(pid);
  } catch {
    return isAlive(pid) ? 'unknown' : 'gone';
  }
}

function inspectByProc(pid: number): RunningProcess | 'gone' {
  // proc(5): the name in field 2 may hold spaces and parentheses, so fields are counted from the last one; 3 is the state,
  // 22 the start in clock ticks since boot.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields[0] === 'Z' || fields[0] === 'X') return 'gone';
  const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  return { pid, startedAt: fields[19] ?? '', commandLine };
}

function inspectByPs(pid: number): RunningProcess | 'gone' {
  const columns = ['-ww', '-o', 'state=', '-o', 'lstart=', '-o', 'command=', '-p', String(pid)];
  const line = execFileSync('ps', columns, { encoding: 'utf8', env: { LC_ALL: 'C' } }).trim();
  const [state = '', ...words] = line.split(/\s+/);
  if (state.startsWith('Z')) return 'gone';
  // lstart is five words: Fri Nov 20 10:38:43 2026.
  return { pid, startedAt: words.slice(0, 5).join('_'), commandLine: words.slice(5).join(' ') };
}
