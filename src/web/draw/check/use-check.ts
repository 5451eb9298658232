import { useEffect, useRef, useState } from 'preact/hooks';
import { GatewayError } from '../../../client/errors.js';
import { keptValues } from '../../common/kept.js';
import { problemOf } from '../../common/query.js';
import type { Published, Report } from './published.js';
import { runInWorker } from './run-in-worker.js';

export type CheckState =
  | { at: 'IDLE' }
  | { at: 'LOADING'; bytes: number }
  | { at: 'COMPUTING'; bytes: number }
  | { at: 'DONE'; report: Report }
  | { at: 'FAILED'; problem: GatewayError };

const TELL_EVERY_MS = 200;

/** Loads a proof and recomputes it. It stops when the component unmounts. */
export function useCheck(path: string, published: Published): { state: CheckState; start(): void; stop(): void } {
  const [state, setState] = useState<CheckState>({ at: 'IDLE' });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (signal: AbortSignal, bypassCache: boolean): Promise<void> => {
    setState({ at: 'LOADING', bytes: 0 });
    let toldAt = performance.now();
    const proof = await loadProof(path, {
      bypassCache,
      signal,
      onBytes(bytes) {
        if (performance.now() - toldAt < TELL_EVERY_MS) return;
        toldAt = performance.now();
        setState({ at: 'LOADING', bytes });
      },
    });
    setState({ at: 'COMPUTING', bytes: proof.byteLength });
    const kept = keptValues(published.raffleId);
    const report = await runInWorker('draw', { proof, published, kept }, signal);
    setState({ at: 'DONE', report });
  };
  return {
    state,
    start() {
      running.current?.abort();
      const { signal } = (running.current = new AbortController());
      run(signal, state.at !== 'IDLE').catch((error: unknown) => {
        if (!signal.aborted) setState({ at: 'FAILED', problem: problemOf(error) });
      });
    },
    stop() {
      running.current?.abort();
      setState({ at: 'IDLE' });
    },
  };
}

/** The path of a proof at this page's own origin, whatever PUBLIC_URL says. */
export const proofPath = (proofUrl: string): string => new URL(proofUrl, 'http://localhost').pathname;

/** Compressed size in bytes; undefined when the server does not say. */
export async function proofSize(path: string, signal: AbortSignal): Promise<number | undefined> {
  const { ok, headers } = await fetch(path, { method: 'HEAD', signal });
  const length = Number(headers.get('content-length') ?? '');
  return ok && length > 0 ? length : undefined;
}

/** `bypassCache`: the browser's copy may be broken. Rejects with a GatewayError, or with the signal's reason. */
async function loadProof(
  path: string,
  { bypassCache, signal, onBytes }: { bypassCache: boolean; signal: AbortSignal; onBytes(bytes: number): void },
): Promise<ArrayBuffer> {
  try {
    const response = await fetch(path, { signal, cache: bypassCache ? 'reload' : 'default' });
    if (!response.ok)
      throw new GatewayError(response.status === 404 ? 'NOT_FOUND' : 'UNAVAILABLE', `answered ${response.status}`, {
        cause: response,
      });
    if (!response.body) return await response.arrayBuffer();
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let bytes = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return await new Blob(chunks).arrayBuffer();
      chunks.push(value);
      bytes += value.byteLength;
      onBytes(bytes);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof GatewayError ? error : new GatewayError('NETWORK_ERROR', String(error), { cause: error });
  }
}
