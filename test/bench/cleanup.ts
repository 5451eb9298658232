export interface Cleanup {
  /** `end` may be called once only, and must not hang. */
  add(end: () => unknown): void;
  run(): Promise<void>;
  readonly begun: boolean;
}

export function createCleanup(): Cleanup {
  const endings: (() => unknown)[] = [];
  let running: Promise<void> | undefined;
  const runAll = async (): Promise<void> => {
    for (let end = endings.pop(); end; end = endings.pop()) {
      try {
        await end();
      } catch (error) {
        console.error('Not cleaned up:', error);
      }
    }
  };
  const run = (): Promise<void> => (running ??= runAll());

  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    process.on(signal, () => {
      // A second Ctrl-C means now; the children end with this process.
      if (running) process.exit(code);
      void run().then(() => process.exit(code));
    });
  }
  return {
    add: (end) => void endings.push(end),
    run,
    get begun() {
      return running !== undefined;
    },
  };
}
