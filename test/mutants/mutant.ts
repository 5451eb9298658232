/** A fault that somebody could write into the code one day, and who should notice. */
export interface Mutant {
  name: string;
  /** Where, from the root. `prisma/migrations` is the newest migration that has the text: the one that is in force. */
  file: string;
  find: string;
  replace: string;
  /** The test files that should notice, as paths from the root or how they begin. */
  tests: string[];
  /** Why nobody can notice: what makes the fault none. */
  survives?: string;
}

export type Faults = Readonly<Record<string, readonly Omit<Mutant, 'file'>[]>>;
