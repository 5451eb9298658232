import { spawnSync } from 'node:child_process';

/** Runs a Node program in a folder; when it fails, says what it said and ends this process with its status. */
export function runNode(cwd, args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status === 0) return;
  console.error([stdout, stderr, error?.message].filter(Boolean).join('\n'));
  process.exit(status ?? 1);
}
