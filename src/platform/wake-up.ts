/** Several wakes while the worker works count as one. */
export interface WakeUp {
  wake(): void;
  /** Resolves at a wake, at once if one came since the last wait, or after `timeoutMs`. */
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
