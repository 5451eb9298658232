import type { LatestValue } from '../platform/latest-value.js';

/** Takes the frames of one subscription. */
export interface FrameReceiver {
  /** Of each frame, in front of the payload. */
  readonly head: string;
  write(frame: Buffer): void;
  fail(error: unknown): void;
}

interface Ends {
  events: LatestValue<unknown>;
  /** `send` gives the receiver the frame of an event, at once or later. */
  frames: { send(event: unknown, to: FrameReceiver): void; leave(): void };
  /** `write` returns a promise when the client has to take what was written first. */
  client: { write(frame: Buffer): void | Promise<void> };
}

const DONE = { done: true, value: undefined } as const;
type Done = typeof DONE;

/**
 * What graphql-ws runs as a stream. It yields nothing: it writes the frame of each event to the socket directly, once the client took
 * the one before. Nothing is awaited for a client that takes its frames, as promises would be a quarter of what a delivery costs.
 */
export class FrameStream implements AsyncGenerator<never, void, void>, FrameReceiver {
  private running: Promise<Done> | undefined;
  private settle: { resolve(done: Done): void; reject(error: unknown): void } | undefined;
  private isBusy = false;
  private isOver = false;

  constructor(
    readonly head: string,
    private readonly ends: Ends,
  ) {}

  next(): Promise<Done> {
    if (this.isOver) return Promise.resolve(DONE);
    return (this.running ??= new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.ends.events.follow(() => this.deliver());
      this.deliver();
    }));
  }

  return(): Promise<Done> {
    this.ends.events.end();
    this.finish();
    return Promise.resolve(DONE);
  }

  throw(): Promise<Done> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  write(frame: Buffer): void {
    if (this.isOver) return;
    const taken = this.ends.client.write(frame);
    if (taken) void taken.then(() => this.goOn());
    else this.goOn();
  }

  fail(error: unknown): void {
    this.settle?.reject(error);
    void this.return();
  }

  private goOn(): void {
    this.isBusy = false;
    this.deliver();
  }

  private deliver(): void {
    if (this.isBusy || this.isOver) return;
    const { events, frames } = this.ends;
    const waiting = events.take();
    if (waiting) {
      this.isBusy = true;
      frames.send(waiting[0], this);
    } else if (events.ended) this.finish();
  }

  private finish(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.ends.frames.leave();
    this.settle?.resolve(DONE);
  }
}
