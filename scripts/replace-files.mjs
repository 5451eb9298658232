import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './is-alive.mjs';

/** Where files are made before they take their places: named after the process, so that one that died is told from one that works. */
const STAGE = /^\.build-(\d+)$/;

/**
 * Makes what stands in a folder anew: `make` writes all of it to another one, as deep below `root`, and only then each file takes the
 * place of the old one, and what was not made again is removed, unless `keeps` says otherwise of its path. A service that runs from the
 * folder finds every file whole at every moment, and what failed or was interrupted leaves it as it was.
 *
 * @param {{ root: string, folder: string, make: (stage: string) => void | Promise<void>, keeps?: (name: string) => boolean }} step
 */
export async function replaceFiles({ root, folder, make, keeps = () => false }) {
  removeLeftStages(root);
  const target = path.join(root, folder);
  const stage = path.join(root, `.build-${process.pid}`);
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage);
  try {
    await make(stage);
    const made = filesIn(stage);
    for (const name of made) {
      mkdirSync(path.dirname(path.join(target, name)), { recursive: true });
      renameSync(path.join(stage, name), path.join(target, name));
    }
    const isMade = new Set(made);
    for (const name of filesIn(target)) if (!isMade.has(name) && !keeps(name)) rmSync(path.join(target, name));
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
  removeEmptyFolders(target);
}

/** What processes left that died while they built. */
function removeLeftStages(root) {
  for (const { name } of entriesOf(root)) {
    const pid = STAGE.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(root, name), { recursive: true, force: true });
  }
}

/** Every file below a folder by its path from there. */
function filesIn(folder, inside = '') {
  return entriesOf(path.join(folder, inside)).flatMap((entry) => {
    const name = path.posix.join(inside, entry.name);
    return entry.isDirectory() ? filesIn(folder, name) : [name];
  });
}

function removeEmptyFolders(folder) {
  for (const entry of entriesOf(folder)) {
    if (!entry.isDirectory()) continue;
    const inner = path.join(folder, entry.name);
    removeEmptyFolders(inner);
    if (entriesOf(inner).length === 0) rmdirSync(inner);
  }
}

function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}
