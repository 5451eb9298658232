import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What is made of what. All are files and folders from `root`, also some that are not there.
 *
 * @typedef {object} Step
 * @property {string} root
 * @property {string} what Told to `say` before it is made: it takes its time.
 * @property {string} stamp A file beside the outputs, with a hash of each of the three.
 * @property {string[]} sources What people write.
 * @property {string[]} tools What makes the outputs of them: Node's own version is one.
 * @property {string[]} outputs
 * @property {string[]} [others] In sources or outputs, and no part of them.
 * @property {boolean} [force]
 * @property {() => void | Promise<void>} make
 * @property {(line: string) => void} [say]
 */

/**
 * Runs `make` unless the outputs were made of these very sources by these very tools, so that what was interrupted, changed by hand or
 * deleted is made again, too. Resolves to whether anything was made.
 *
 * @param {Step} step
 */
export async function makeOnce(step) {
  const { root, what, stamp, force = false, make, say = () => {} } = step;
  // Taken before: a source that is changed meanwhile makes the outputs old.
  const made = hashesOf(step);
  if (!force && isSame(stampOf(step), made)) return false;
  say(`${what}…`);
  await make();
  const { outputs } = hashesOf(step);
  mkdirSync(path.dirname(path.join(root, stamp)), { recursive: true });
  writeFileSync(path.join(root, stamp), `${JSON.stringify({ ...made, outputs })}\n`);
  return true;
}

/**
 * Whether the outputs were made of the sources as they are, by whatever tools.
 *
 * @param {Pick<Step, 'root' | 'stamp' | 'sources' | 'tools' | 'outputs' | 'others'>} step
 */
export function isMadeOfSources(step) {
  return stampOf(step).sources === hashesOf(step).sources;
}

function stampOf({ root, stamp }) {
  const file = path.join(root, stamp);
  try {
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  } catch {
    return {};
  }
}

function isSame(known, made) {
  return Object.entries(made).every(([name, hash]) => known[name] === hash);
}

function hashesOf({ root, stamp, sources, tools, outputs, others = [] }) {
  const hash = (places) => hashOf(root, places, [stamp, ...others]);
  return { sources: hash(sources), tools: `${process.version} ${hash(tools)}`, outputs: hash(outputs) };
}

/** The content of every file under its name, but of some places. */
function hashOf(root, places, except) {
  const hash = createHash('sha256');
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
