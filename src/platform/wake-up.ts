/** Wakes a worker that waits for its next turn. Wakes that come while it works are one; to lose one costs an interval. */
export interface WakeUp {
  wake(): void;
  /** For the one worker: resolves at a wake, at once if there was one since the last wait, or after `timeoutMs`. */
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
