/** Names, codes and numbers of ours, never a caller's value. */
export type Attributes = Record<string, string | number | boolean>;

/** CLIENT calls another system. */
export interface StepOptions {
  kind?: 'CLIENT';
  attributes?: Attributes;
}

export interface Step {
  set(name: string, value: string | number | boolean): void;
  /** A code from a closed set. A step whose work rejects fails by itself. */
  failed(reason: string): void;
}

export type Place = object;

export interface Tracer {
  /** A step below the current one; only `work` where nothing is traced. A name that is slow to make is a function. */
  step<Result>(name: string | (() => string), options: StepOptions, work: (step: Step) => Promise<Result>): Promise<Result>;
  root<Result>(name: string, options: StepOptions, work: (step: Step) => Promise<Result>): Promise<Result>;
  here(): Place | undefined;
  /** A step for several: below the first, linked to each that joins. Only `work` where the first is undefined. */
  batch<Result>(
    name: string,
    first: Place | undefined,
    work: (join: (place: Place | undefined) => void) => Promise<Result>,
  ): Promise<Result>;
}

const NO_STEP: Step = { set: () => undefined, failed: () => undefined };
const nobodyJoins = (): void => undefined;

export const NO_TRACER: Tracer = {
  step: (_name, _options, work) => work(NO_STEP),
  root: (_name, _options, work) => work(NO_STEP),
  here: () => undefined,
  batch: (_name, _first, work) => work(nobodyJoins),
};
