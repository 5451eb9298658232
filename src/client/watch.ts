import { GatewayError, isPassing } from './errors.js';
import type { LiveOptions } from './options.js';
import { jittered, pause } from './pause.js';
import { SocketDown } from './socket.js';

/**
 * Each state once, as it changes: from `live` while a WebSocket opens, else by asking every few seconds. While the service cannot be
 * reached the latest state stands. Any other refusal ends it, and the signal does, with its reason.
 */
export async function* watch<State>(source: {
  live(): AsyncIterable<State>;
  ask(): Promise<State>;
  options: LiveOptions;
  signal: AbortSignal;
}): AsyncGenerator<State, void, undefined> {
  const { live, ask, signal } = source;
  const { askEveryMs, socketAgainMs } = source.options;
  let seen = '';
  // After the connection was lost the same state comes again.
  const isNew = (state: State): boolean => {
    const text = JSON.stringify(state);
    const isOther = text !== seen;
    seen = text;
    return isOther;
  };
  for (;;) {
    try {
      for await (const state of live()) if (isNew(state)) yield state;
      return;
    } catch (error) {
      if (!(error instanceof SocketDown)) throw error;
    }
    const until = Date.now() + socketAgainMs;
    while (Date.now() < until) {
      const state = await ask().then((value) => ({ value }), untilItPasses);
      if (state && isNew(state.value)) yield state.value;
      await pause(jittered(askEveryMs), signal);
    }
  }
}

function untilItPasses(error: unknown): undefined {
  if (error instanceof GatewayError && (isPassing(error) || error.code === 'RATE_LIMITED')) return undefined;
  throw error;
}
