import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { StartProblem } from './start-problem.js';

const REASONS: Record<string, string> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'this user may not write there',
  EROFS: 'it is read-only',
};

/** Makes the folder if needed and returns its real path. Throws a StartProblem where nothing can be written. */
export function openDataFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new StartProblem(
      `DATA_DIR must be a folder that can be written to, and ${dataDir} is not: ${REASONS[code] ?? message}.`,
    );
  }
}
