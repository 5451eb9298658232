import { useEffect, useRef, useState } from 'preact/hooks';
import type { GatewayError } from '../../../client/errors.js';
import { problemOf } from '../../common/asking.js';
import { loadProof } from './load-proof.js';
import type { Published, Report } from './published.js';
import { inWorker } from './work.js';

/** How far a check is. */
export type CheckState =
  | { at: 'IDLE' }
  | { at: 'LOADING'; bytes: number }
  | { at: 'COMPUTING'; bytes: number }
  | { at: 'DONE'; report: Report }
  | { at: 'FAILED'; problem: GatewayError };

/** How often the page says how much has come. */
const TELL_EVERY_MS = 200;

/** Loads a proof and recomputes it, when it is started, and until it is stopped or its part of the page is gone. */
export function useCheck(path: string, published: Published): { state: CheckState; start(): void; stop(): void } {
  const [state, setState] = useState<CheckState>({ at: 'IDLE' });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const run = async (signal: AbortSignal, anew: boolean): Promise<void> => {
    setState({ at: 'LOADING', bytes: 0 });
    let toldAt = performance.now();
    const proof = await loadProof(path, {
      anew,
      signal,
      onBytes(bytes) {
        if (performance.now() - toldAt < TELL_EVERY_MS) return;
        toldAt = performance.now();
        setState({ at: 'LOADING', bytes });
      },
    });
    setState({ at: 'COMPUTING', bytes: proof.byteLength });
    const report = await inWorker('draw', { proof, published }, signal);
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
