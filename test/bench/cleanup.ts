import { StartProblem } from '../../src/platform/start-problem.js';

export interface Cleanup {
  /** `end` may be called once only, and must not hang. */
  add(end: () => unknown): void;
  run(): Promise<void>;
  readonly begun: boolean;
}

function createCleanup(): Cleanup {
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

/** The whole of a command: cleans up however it ends, and says why it failed. */
export async function runCommand(work: (cleanup: Cleanup) => Promise<void>): Promise<void> {
  const cleanup = createCleanup();
  try {
    await work(cleanup);
  } catch (error) {
    // After Ctrl-C what was under way fails because it was ended.
    if (!cleanup.begun) {
      console.error(error instanceof StartProblem ? error.message : error);
      process.exitCode = 1;
    }
  } finally {
    await cleanup.run();
  }
}
