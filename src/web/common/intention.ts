/*
 * What somebody decided to do has a key: whatever is pressed, lost, closed or reloaded on the way, the same key is sent, and the service
 * does it once. `act` names what is done to what, such as `buy raffle 1`; `of` says how, such as how many.
 */

interface Intention {
  readonly key: string;
  readonly of: string;
}

const nameOf = (act: string): string => `raffle-gateway.intention.${act}`;
/** Where the browser allows no storage, as long as the page. */
const memory = new Map<string, string>();

/** The key of the intention that is under way, or of a new one when there is none, or another. Kept for this tab until it is finished. */
export function keyOfIntention(act: string, of: string): string {
  const known = kept(act);
  if (known?.of === of) return known.key;
  const intention: Intention = { key: randomKey(), of };
  const text = JSON.stringify(intention);
  memory.set(act, text);
  attempt(() => sessionStorage.setItem(nameOf(act), text));
  return intention.key;
}

/** It was done, or was refused for good: the next one is another. */
export function finishIntention(act: string): void {
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

/** `crypto.randomUUID` is there for pages served by https alone. */
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
