/**
 * A stream with room for one value, which the next one replaces: a slow reader gets the latest and costs no memory. It has one reader.
 * A class and callbacks, because thousands are open at a time: promises and closures of each are most of what a delivery costs.
 */
export class LatestValue<Value> implements AsyncIterableIterator<Value> {
  // In an array, so that undefined may be a value.
  private waiting: [Value] | undefined;
  private onChange: (() => void) | undefined;
  private onEnd: (() => void) | undefined;

  constructor(onEnd: () => void) {
    this.waiting = undefined;
    this.onChange = undefined;
    this.onEnd = onEnd;
  }

  get ended(): boolean {
    return !this.onEnd;
  }

  put(value: Value): void {
    if (this.ended) return;
    this.waiting = [value];
    this.onChange?.();
  }

  end(): void {
    const { onEnd } = this;
    if (!onEnd) return;
    this.onEnd = undefined;
    this.waiting = undefined;
    this.onChange?.();
    onEnd();
  }

  /** The value that waits, if one does; it waits no longer. */
  take(): [Value] | undefined {
    const { waiting } = this;
    this.waiting = undefined;
    return waiting;
  }

  /** Calls the reader each time there is a value to take, and at the end. */
  follow(onChange: () => void): void {
    this.onChange = onChange;
  }

  async next(): Promise<IteratorResult<Value, undefined>> {
    if (!this.waiting && !this.ended) await new Promise<void>((resolve) => this.follow(resolve));
    const taken = this.take();
    return taken ? { done: false, value: taken[0] } : DONE;
  }

  async return(): Promise<IteratorResult<Value, undefined>> {
    this.end();
    return DONE;
  }

  async throw(error: unknown): Promise<IteratorResult<Value, undefined>> {
    this.end();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

const DONE: IteratorResult<never, undefined> = { done: true, value: undefined };
