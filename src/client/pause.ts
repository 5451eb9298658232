/** Waits so many milliseconds, or until the signal is aborted: then rejects with its reason. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason as Error);
    const end = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Somewhere between the half and the whole: callers that failed together do not come back together. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random() / 2);
}
