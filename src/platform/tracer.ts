/** What a step says of itself: names, codes and numbers of ours. Never a value that a caller sent. */
export type Attributes = Record<string, string | number | boolean>;

/** What a step is; CLIENT asks somebody else. */
export interface StepOptions {
  kind?: 'CLIENT';
  attributes?: Attributes;
}

/** A step under way. */
export interface Step {
  set(name: string, value: string | number | boolean): void;
  /** `reason` is one of few: a code, not a sentence. A step whose work rejects has failed without being told so. */
  failed(reason: string): void;
}

/** Somewhere in a trace; only the tracer knows more of it. */
export type Place = object;

/** Tells what requests and recurring work are made of, step by step, to who collects traces. */
export interface Tracer {
  /** A step of what is under way; where nothing is followed, `work` alone. A name that takes time to make is a function. */
  step<Result>(name: string | (() => string), options: StepOptions, work: (step: Step) => Promise<Result>): Promise<Result>;
  /** The first step of a trace of its own, whatever is under way. */
  root<Result>(name: string, options: StepOptions, work: (step: Step) => Promise<Result>): Promise<Result>;
  /** What is under way; undefined where nothing is followed. */
  here(): Place | undefined;
  /** A step that is taken for several at once: below the first, with a link to each that joins. Where the first is nowhere, `work` alone. */
  batch<Result>(
    name: string,
    first: Place | undefined,
    work: (join: (place: Place | undefined) => void) => Promise<Result>,
  ): Promise<Result>;
}

const NO_STEP: Step = { set: () => undefined, failed: () => undefined };
const nobodyJoins = (): void => undefined;

/** Follows nothing and costs nothing. */
export const NO_TRACER: Tracer = {
  step: (_name, _options, work) => work(NO_STEP),
  root: (_name, _options, work) => work(NO_STEP),
  here: () => undefined,
  batch: (_name, _first, work) => work(nobodyJoins),
};
