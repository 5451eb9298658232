/** A promise and what ends it: `Promise.withResolvers`, which Node 20 has not. */
export function deferred<Value = void>(): { promise: Promise<Value>; resolve(value: Value): void; reject(error: unknown): void } {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<Value>((res, rej) => {
    resolve = res;
    reject = rej;
  });
  return { promise, resolve, reject };
}
