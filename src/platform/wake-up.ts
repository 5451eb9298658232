/** Wakes a worker that waits. Several wakes while it works count as one. */
export interface WakeUp {
  wake(): void;
  /** For one worker: resolves at a wake, at once if there was one since the last wait, or after `timeoutMs`. */
  wait(timeoutMs: number): Promise<void>;
}

export function createWakeUp(): WakeUp {
  let isWoken = false;
  let end: (() => void) | undefined;
  return {
    wake() {
      isWoken = true;
      end?.();
    },
    async wait(timeoutMs) {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, timeoutMs);
          end = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isWoken = false;
      end = undefined;
    },
  };
}
