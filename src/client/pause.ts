/** Resolves after `ms`; rejects with the signal's reason when it is aborted first. */
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

/** Half to all of `ms`, so that callers that failed together do not retry together. */
export function jittered(ms: number): number {
  return ms * (0.5 + Math.random() / 2);
}
