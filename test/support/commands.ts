import { spawn } from 'node:child_process';
import path from 'node:path';

const SRC = path.join(import.meta.dirname, '..', '..', 'src');

export interface CommandRun {
  pid: number;
  /** How it ended, once it has. */
  ended: Promise<{ code: number | null; output: string; errors: string }>;
  said(): string;
  /** Gives it its standard input, all of it. */
  write(text: string): void;
  kill(signal?: NodeJS.Signals): void;
}

/** Starts a file of src, such as `commands/reconcile-command.ts`, in a process of its own; what an npm script does, less the build. */
export function startCommand(file: string, env: Record<string, string | undefined>, args: string[] = []): CommandRun {
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(SRC, file), ...args], {
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
