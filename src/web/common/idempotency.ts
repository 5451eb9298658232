import { GatewayError } from '../../client/errors.js';

/** After these codes it may have been done, or may still be, with the same key. */
const STILL_OPEN = new Set([
  'NETWORK_ERROR',
  'UNAVAILABLE',
  'INTERNAL_SERVER_ERROR',
  'UNAUTHENTICATED',
  'TOKEN_EXPIRED',
  'RATE_LIMITED',
]);

export const isOutcomeUnknown = (error: GatewayError | undefined): boolean =>
  error !== undefined && ['NETWORK_ERROR', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR'].includes(error.code);

/** Does an action once, however often it is tried. `send` gets the idempotency key. */
export async function sendOnce<Result>(
  act: string,
  of: string,
  send: (idempotencyKey: string) => Promise<Result>,
): Promise<Result> {
  try {
    const result = await send(keyFor(act, of));
    forgetKey(act);
    return result;
  } catch (error) {
    if (error instanceof GatewayError && !STILL_OPEN.has(error.code)) forgetKey(act);
    throw error;
  }
}

/*
 * What somebody decided to do has a key: whatever is pressed, lost, closed or reloaded on the way, the same key is sent, and the service
 * does it once. `act` names what is done to what, such as `buy raffle 1`; `of` says how, such as how many.
 */

interface Intention {
  readonly key: string;
  readonly of: string;
}

const nameOf = (act: string): string => `raffle-gateway.intention.${act}`;
/** Without storage, keys live as long as the page. */
const memory = new Map<string, string>();

/** The key of the pending action, or a new one. Kept for this tab. */
function keyFor(act: string, of: string): string {
  const known = kept(act);
  if (known?.of === of) return known.key;
  const intention: Intention = { key: randomKey(), of };
  const text = JSON.stringify(intention);
  memory.set(act, text);
  attempt(() => sessionStorage.setItem(nameOf(act), text));
  return intention.key;
}

function forgetKey(act: string): void {
  memory.delete(act);
  attempt(() => sessionStorage.removeItem(nameOf(act)));
}

function kept(act: string): Intention | undefined {
  const text = attempt(() => sessionStorage.getItem(nameOf(act))) ?? memory.get(act);
  if (!text) return undefined;
  try {
    const { key, of } = JSON.parse(text) as Partial<Intention>;
    return typeof key === 'string' && typeof of === 'string' ? { key, of } : undefined;
  } catch {
    return undefined;
  }
}

/** `crypto.randomUUID` needs https. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
