import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A build step. Paths are relative to `root`, and may be missing.
 *
 * @typedef {object} Step
 * @property {string} root
 * @property {string} what Passed to `say` before a build.
 * @property {string} stamp A file beside the outputs, with the hashes of sources, tools and outputs.
 * @property {string[]} sources
 * @property {string[]} tools What builds the outputs. Node's version is always one of them.
 * @property {string[]} outputs
 * @property {string[]} [others] Paths in sources or outputs to ignore.
 * @property {boolean} [force]
 * @property {() => void | Promise<void>} make
 * @property {(line: string) => void} [say]
 */

/**
 * Runs `make` unless the outputs were built from the same sources with the same tools. So outputs that were interrupted, changed by
 * hand or deleted are built again. Resolves to whether it built anything.
 *
 * @param {Step} step
 */
export async function makeOnce(step) {
  const { root, what, stamp, force = false, make, say = () => {} } = step;
  // Before the build: a source that changes meanwhile makes the outputs stale.
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
 * Whether the outputs were built from the current sources, with any tools.
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

/** Hashes the names and contents of all files except the given paths. */
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
