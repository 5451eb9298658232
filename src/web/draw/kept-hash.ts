import { useEffect, useState } from 'preact/hooks';
import type { Draw } from './stage.js';

/** The manifest's hash as this browser first saw it, and when (ISO 8601 UTC, by its own clock). */
export interface KeptHash {
  hash: string;
  at: string;
}

const keyOf = (raffleId: string): string => `raffle-gateway.draw.${raffleId}`;

/**
 * What this browser saw before the draw, which no proof can show: that the manifest was there before anybody could know what draws it.
 * Kept when it looks at a raffle that is frozen and not drawn, once and for good; undefined where it never did, or may keep nothing.
 */
export function useKeptHash(raffleId: string, draw: Draw | null | undefined): KeptHash | undefined {
  const [kept, setKept] = useState<KeptHash>();
  const hash = draw?.status === 'FROZEN' ? draw.manifestHash : null;
  useEffect(() => {
    const known = read(raffleId);
    setKept(known ?? (hash === null ? undefined : keep(raffleId, { hash, at: new Date().toISOString() })));
  }, [raffleId, hash]);
  return kept;
}

function read(raffleId: string): KeptHash | undefined {
  try {
    const { hash, at } = JSON.parse(localStorage.getItem(keyOf(raffleId)) ?? '') as Partial<KeptHash>;
    const isWhole = typeof hash === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at));
    return isWhole ? { hash, at } : undefined;
  } catch {
    // Nothing is kept, nothing that we wrote, or nothing may be read.
    return undefined;
  }
}

function keep(raffleId: string, seen: KeptHash): KeptHash | undefined {
  try {
    localStorage.setItem(keyOf(raffleId), JSON.stringify(seen));
    return seen;
  } catch {
    return undefined;
  }
}
