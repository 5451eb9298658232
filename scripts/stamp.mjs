import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Runs `make` unless its outputs were made of these very inputs: the stamp, a file beside the outputs, has a hash of both, so
 * that what was interrupted, changed by hand or deleted is made again, too. Inputs and outputs are files and folders, also some that are
 * not there, from `root`; `others` are files and folders in them that are no part of it. Resolves to whether anything was made.
 *
 * @param {{ root: string, stamp: string, inputs: string[], outputs: string[], others?: string[], force?: boolean,
 *   make: () => void | Promise<void> }} step
 */
export async function makeOnce({ root, stamp, inputs, outputs, others = [], force = false, make }) {
  const file = path.join(root, stamp);
  const hash = (places) => hashOf(root, places, [stamp, ...others]);
  // Taken before: an input that is changed meanwhile makes the outputs old.
  const made = hash(inputs);
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (!force && known === `${made} ${hash(outputs)}\n`) return false;
  await make();
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${made} ${hash(outputs)}\n`);
  return true;
}

/** The version of Node and the content of every file under its name, but of some places. */
function hashOf(root, places, except) {
  const hash = createHash('sha256').update(process.version);
  const isLeftOut = (name) => except.some((place) => name === place || name.startsWith(`${place}/`));
  const names = places.flatMap((place) => filesIn(root, place)).filter((name) => !isLeftOut(name));
  for (const name of names.sort()) {
    const content = readFileSync(path.join(root, name));
    hash.update(`\0${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function filesIn(root, place) {
  const stats = statSync(path.join(root, place), { throwIfNoEntry: false });
  if (!stats) return [];
  if (!stats.isDirectory()) return [place];
  return readdirSync(path.join(root, place)).flatMap((name) => filesIn(root, path.posix.join(place, name)));
}
