import { spawnSync } from 'node:child_process';

/**
 * Runs a Node program in a folder. Throws its output if it fails.
 *
 * @returns {void | Promise<void>}
 */
export function runNode(cwd, args, env = {}) {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error([stdout, stderr, error?.message].filter(Boolean).join('\n'), { cause: error });
}

/** Runs a script's work. If it fails, prints the reason and exits with 1. */
export async function runScript(work) {
  try {
    await work();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
