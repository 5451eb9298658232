/** A value that is there already or will be. */
export type MaybePromise<Value> = Value | Promise<Value>;

/** Goes on at once with a value that is there: a promise for each of a thousand fields is what they take longest for. */
export function whenReady<Value, Result>(
  value: MaybePromise<Value>,
  goOn: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
