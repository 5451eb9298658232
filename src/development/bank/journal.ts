import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** One thing that changed, whole: the last entry of a kind and id is what holds. `null` says that it is gone. */
export interface JournalEntry {
  kind: 'cob' | 'pix' | 'webhook';
  id: string;
  value: unknown;
}

/** Where the bank's state outlives a restart of its process. */
export interface Journal {
  /** Entries in the order they were written; a line cut short by a crash is left out. */
  read(): JournalEntry[];
  append(entry: JournalEntry): void;
  /** Writes the file anew with only what holds; once after `read`, so that a line cut short is not continued. */
  compact(): void;
}

/** Rewritten without what no longer holds once it has this many lines. */
const MAX_LINES = 100_000;

/**
 * A file of JSON lines. Appended synchronously: the bank answers only what a restart, even by SIGKILL, will still know, and
 * one line costs microseconds. `current` gives the entries that hold, for the rewrite that keeps the file bounded. Without a
 * file nothing is kept.
 */
export function openJournal(file: string | undefined, current: () => Iterable<JournalEntry>): Journal {
  if (file === undefined) return { read: () => [], append: () => {}, compact: () => {} };
  let lines = 0;

  function compact(): void {
    const entries = [...current()];
    const temporary = `${file}.new`;
    writeFileSync(temporary, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { mode: 0o600 });
    renameSync(temporary, file as string);
    lines = entries.length;
  }

  return {
    read() {
      mkdirSync(path.dirname(file), { recursive: true });
      return readLines(file).flatMap(parsed);
    },
    append(entry) {
      appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
      lines += 1;
      if (lines > MAX_LINES) compact();
    },
    compact,
  };
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function parsed(line: string): JournalEntry[] {
  try {
    return [JSON.parse(line) as JournalEntry];
  } catch {
    return [];
  }
}
