/**
 * One purchase that somebody has decided on: whatever is pressed, lost or reloaded on the way, the same key is sent, and the service places
 * one order for it.
 */
export interface Intention {
  readonly key: string;
  readonly quotaQuantity: number;
}

const nameOf = (raffleId: string): string => `raffle-gateway.intention.${raffleId}`;

/** The one that is under way for so many quotas, else a new one. It is kept for this tab until `finishIntention`. */
export function intentionFor(raffleId: string, quotaQuantity: number): Intention {
  const known = kept(raffleId);
  if (known?.quotaQuantity === quotaQuantity) return known;
  const intention = { key: randomKey(), quotaQuantity };
  attempt(() => sessionStorage.setItem(nameOf(raffleId), JSON.stringify(intention)));
  return intention;
}

/** It became an order, or was refused for good. */
export function finishIntention(raffleId: string): void {
  attempt(() => sessionStorage.removeItem(nameOf(raffleId)));
}

function kept(raffleId: string): Intention | undefined {
  const text = attempt(() => sessionStorage.getItem(nameOf(raffleId)));
  if (!text) return undefined;
  try {
    const { key, quotaQuantity } = JSON.parse(text) as Partial<Intention>;
    return typeof key === 'string' && typeof quotaQuantity === 'number' ? { key, quotaQuantity } : undefined;
  } catch {
    return undefined;
  }
}

/** `crypto.randomUUID` is there for pages served by https alone. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Browsers may refuse storage; then the key lives as long as the page. */
function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
