import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileStore } from './file-store.js';

const AT_ONCE = 500;

/** Keeps files in a folder of this machine. */
export function openLocalStore(dataDir: string): FileStore {
  const folder = path.join(dataDir, 'files');
  const fileOf = (name: string): string => path.join(folder, name);

  return {
    async put(name, bytes) {
      await mkdir(folder, { recursive: true });
      // Nobody reads half a file, and after a loss of power there is all of it or none.
      const unfinished = fileOf(`${name}.${randomUUID()}.part`);
      try {
        await synced(unfinished, 'wx', (file) => file.writeFile(bytes));
        await rename(unfinished, fileOf(name));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await synced(folder, 'r');
    },

    async read(name) {
      try {
        const file = await open(fileOf(name), 'r');
        try {
          return { bytes: (await file.stat()).size, content: file.createReadStream() };
        } catch (error) {
          await file.close();
          throw error;
        }
      } catch (error) {
        if (isAbsent(error)) return undefined;
        throw error;
      }
    },

    async remove(names) {
      for (const name of names) await rm(fileOf(name), { force: true });
    },

    async *list() {
      let batch: { name: string; writtenAt: Date }[] = [];
      try {
        for await (const { name } of await opendir(folder)) {
          // Another process may have removed it meanwhile.
          const found = await stat(fileOf(name)).catch((error: unknown) => {
            if (isAbsent(error)) return undefined;
            throw error;
          });
          if (found?.isFile()) batch.push({ name, writtenAt: found.mtime });
          if (batch.length < AT_ONCE) continue;
          yield batch;
          batch = [];
        }
      } catch (error) {
        // Nothing was uploaded yet.
        if (!isAbsent(error)) throw error;
      }
      if (batch.length > 0) yield batch;
    },

    addressOf: () => undefined,
  };
}

/** Opens, writes and closes, with all of it on the disk. */
async function synced(
  file: string,
  flags: string,
  write?: (file: Awaited<ReturnType<typeof open>>) => Promise<void>,
): Promise<void> {
  const opened = await open(file, flags);
  try {
    await write?.(opened);
    await opened.sync();
  } finally {
    await opened.close();
  }
}

function isAbsent(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
