import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './is-alive.mjs';

const LOOK_MS = 200;

/**
 * Runs `work` while no other process builds in the same folder: `npm start` in one terminal and `npm run demo` in another would
 * both write src/generated. The lock of a dead process is ignored.
 */
export async function whileLocked(root, work) {
  const lock = path.join(root, '.build.lock');
  // A link, so that the lock always contains the id of its process.
  const own = `${lock}.${randomUUID()}`;
  writeFileSync(own, String(process.pid));
  try {
    for (let tries = 0; !isTaken(own, lock); tries += 1) {
      if (tries === 0) console.error('Another build is running in this folder: waiting for it…');
      await sleep(LOOK_MS);
    }
  } finally {
    rmSync(own);
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isTaken(own, lock) {
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (!isHeld(lock)) rmSync(lock, { force: true });
    return false;
  }
}

function isHeld(lock) {
  try {
    return isAlive(Number(readFileSync(lock, 'utf8')));
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}
