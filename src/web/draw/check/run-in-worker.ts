import type { Published, Report } from './published.js';
import type { OwnOrder, OwnOrderReport } from './verify-own-order.js';

export interface Works {
  draw: { given: { proof: ArrayBuffer; published: Published; kept: readonly unknown[] }; answer: Report };
  order: { given: { manifest: string; manifestHash: string; order: OwnOrder }; answer: OwnOrderReport };
}
export type Kind = keyof Works;
export type Work = { [Name in Kind]: { kind: Name } & Works[Name]['given'] }[Kind];

/**
 * Does one thing in a worker of its own, which has no line to anywhere: the policy that its script comes with forbids it. Rejects when the
 * worker does not start or breaks off, and with the signal's reason.
 */
export function runInWorker<Name extends Kind>(
  kind: Name,
  given: Works[Name]['given'],
  signal: AbortSignal,
): Promise<Works[Name]['answer']> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./verify.worker.js', import.meta.url), { type: 'module' });
  return new Promise<Works[Name]['answer']>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    worker.addEventListener('message', ({ data }: MessageEvent<Works[Name]['answer']>) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'the worker did not start')));
    worker.addEventListener('messageerror', () => reject(new Error('the answer could not be read')));
    const transferred = Object.values(given).filter((value) => value instanceof ArrayBuffer);
    worker.postMessage({ kind, ...given }, transferred);
  }).finally(() => worker.terminate());
}
