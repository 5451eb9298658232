import { GatewayError, isPassing } from './errors.js';
import type { LiveOptions } from './options.js';
import { jittered, pause } from './pause.js';
import { SocketDown } from './socket.js';

/** From `live` while a WebSocket opens, else by polling. While the service cannot be reached the last state stays. */
export async function* watch<State>(source: {
  live(): AsyncIterable<State>;
  ask(): Promise<State>;
  options: LiveOptions;
  signal: AbortSignal;
}): AsyncGenerator<State, void, undefined> {
  const { live, ask, signal } = source;
  const { askEveryMs, socketAgainMs } = source.options;
  let seen = '';
  // After a reconnect the same state comes again.
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
