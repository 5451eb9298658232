import { spawn } from 'node:child_process';
import path from 'node:path';
import { useBuild } from '../../scripts/build.mjs';

const ROOT = path.join(import.meta.dirname, '..', '..');

let isBuilt: boolean | undefined;

/** What Node is given to run a file of src: its build if there is one of these sources, which starts in half of the time. */
export function argumentsOf(file: string): string[] {
  try {
    if (isBuilt === undefined) useBuild();
    isBuilt ??= true;
  } catch {
    isBuilt = false;
  }
  return isBuilt ? [path.join(ROOT, 'dist', file.replace(/\.ts$/, '.js'))] : ['--import', 'tsx', path.join(ROOT, 'src', file)];
}

export interface CommandRun {
  pid: number;
  /** How it ended, once it has. */
  ended: Promise<{ code: number | null; output: string; errors: string }>;
  said(): string;
  /** Gives it its standard input, all of it. */
  write(text: string): void;
  kill(signal?: NodeJS.Signals): void;
}

/** Starts a file of src, such as `commands/reconcile-command.ts` in a process of its own, as an npm script does. */
export function startCommand(file: string, env: Record<string, string | undefined>, args: string[] = []): CommandRun {
  const child = spawn(process.execPath, [...argumentsOf(file), ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  const texts = { output: '', errors: '' };
  child.stdout.on('data', (chunk: Buffer) => (texts.output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (texts.errors += chunk.toString()));
  return {
    pid: child.pid ?? 0,
    ended: new Promise((resolve) => {
      child.once('close', (code) => resolve({ code, ...texts }));
    }),
    said: () => texts.output + texts.errors,
    write: (text) => void child.stdin.end(text),
    kill: (signal = 'SIGKILL') => child.kill(signal),
  };
}
