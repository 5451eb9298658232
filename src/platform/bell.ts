/** Wakes a loop that has nothing to do. */
export interface Bell {
  ring(): void;
  /** Resolves when it rings, at once if it has since the last wait, or after `timeoutMs`. */
  wait(timeoutMs: number): Promise<void>;
}

/** A bell for one who waits: rings that come while nobody does are one. */
export function createBell(): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(timeoutMs) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = undefined;
    },
  };
}
