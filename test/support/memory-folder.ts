import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Where files are in memory, programs may run and there is room; undefined elsewhere than on Linux. Databases come and go by the thousand
 * files, and ext4 looks through all files that were removed within a minute for each new one: a sixth of the time of all tests.
 */
export function memoryFolder(): string | undefined {
  try {
    const mount = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, folder, type]) => folder === FOLDER && type === 'tmpfs');
    if (!mount || mount[3]?.split(',').includes('noexec')) return undefined;
    accessSync(FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(FOLDER);
    return bavail * bsize >= NEEDED_BYTES ? FOLDER : undefined;
  } catch {
    return undefined;
  }
}
