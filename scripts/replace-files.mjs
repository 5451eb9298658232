import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './is-alive.mjs';

/** A temporary folder, named after its process, so that the folder of a dead process is recognised. */
const STAGE = /^\.build-(\d+)$/;

/**
 * Rebuilds a folder. `make` writes everything to a temporary folder, as deep below `root`. Then each file replaces the old one, and
 * old files are removed unless `keeps` returns true for their path. A running service always finds complete files, and a
 * failed or interrupted build changes nothing.
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

/** Removes the temporary folders of dead processes. */
function removeLeftStages(root) {
  for (const { name } of entriesOf(root)) {
    const pid = STAGE.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(path.join(root, name), { recursive: true, force: true });
  }
}

/** The relative paths of all files in a folder. */
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
