export interface Follower<Value> {
  next(value: Value): void;
  /** The stream or `next` failed. Default: nothing. */
  error?(error: unknown): void;
  done?(): void;
}

/** Calls back for each value of a stream, for code without `for await`, such as an effect. Returns the function that stops it. */
export function follow<Value>(open: (signal: AbortSignal) => AsyncIterable<Value>, follower: Follower<Value>): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async (): Promise<void> => {
    for await (const value of open(signal)) {
      if (signal.aborted) return;
      follower.next(value);
    }
  };
  run().then(
    () => signal.aborted || follower.done?.(),
    (error: unknown) => signal.aborted || follower.error?.(error),
  );
  return () => stopping.abort();
}
