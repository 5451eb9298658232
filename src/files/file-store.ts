/** A file as it is kept. */
export interface StoredFile {
  bytes: number;
  content: NodeJS.ReadableStream & { destroy(): unknown };
}

/** Where files are kept, by their names, which never come to mean anything else. It knows nothing of what is in them. */
export interface FileStore {
  /** Ends when the file is there for good, all of it, under a name that was not there before. */
  put(name: string, bytes: Buffer, type: string): Promise<void>;
  /** Undefined where there is none. Whoever is handed the content reads or destroys it. */
  read(name: string): Promise<StoredFile | undefined>;
  /** Also of files that are not there. */
  remove(names: readonly string[]): Promise<void>;
  /** Everything that is kept, with the time it was written, some hundred at a time. */
  list(): AsyncGenerator<{ name: string; writtenAt: Date }[], void>;
  /** Where anybody reads the file without us; undefined where nobody can. */
  addressOf(name: string): string | undefined;
}
