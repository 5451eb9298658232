/** What graphql-ws runs as a stream. It yields nothing: frames are written to the socket directly. */
export type FrameStream = AsyncGenerator<never, void, void>;

type Events = AsyncIterable<unknown> & Partial<Pick<AsyncGenerator, 'return'>>;

export function isStream(result: object): result is Events {
  return Symbol.asyncIterator in result;
}

/** Writes the frame of each event, once the client took the one before. */
export function sendFrames(
  events: Events,
  client: { write(frame: Buffer): void | Promise<void> },
  frameOf: (event: unknown) => Buffer | Promise<Buffer>,
  onEnd: () => void,
): FrameStream {
  const iterator = events[Symbol.asyncIterator]();
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    try {
      for (;;) {
        const { done, value } = await iterator.next();
        if (done) return;
        await client.write(await frameOf(value));
      }
    } finally {
      onEnd();
    }
  };
  const end = async (): Promise<IteratorResult<never, void>> => {
    if (!running) {
      running = Promise.resolve();
      onEnd();
    }
    await iterator.return?.();
    return { done: true, value: undefined };
  };

  return {
    async next() {
      await (running ??= run());
      return { done: true, value: undefined };
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
