/** A way for those who made work to tell the worker that there is some. Losing one costs an interval, nothing else. */
export interface Nudge {
  nudge(): void;
  /** Whom to wake; the last one to ask. */
  listen(wake: () => void): void;
}

export function createNudge(): Nudge {
  let wakeUp: () => void = () => undefined;
  return {
    nudge: () => wakeUp(),
    listen(wake) {
      wakeUp = wake;
    },
  };
}
