import { useEffect, useState } from 'preact/hooks';
import type { Draw } from './use-draw.js';

/** The manifest's hash that this browser first saw; `at` is ISO 8601 UTC by the browser's clock. */
export interface SeenHash {
  hash: string;
  at: string;
}

const keyOf = (raffleId: string): string => `raffle-gateway.draw.${raffleId}`;

/**
 * What this browser saw before the draw, which no proof can show: that the manifest was there before anybody could know what draws it.
 * Kept when it looks at a raffle that is frozen and not drawn, once and for good; undefined where it never did, or may keep nothing.
 */
export function useSeenManifestHash(raffleId: string, draw: Draw | null | undefined): SeenHash | undefined {
  const [kept, setKept] = useState<SeenHash>();
  const hash = draw?.status === 'FROZEN' ? draw.manifestHash : null;
  useEffect(() => {
    const known = read(raffleId);
    setKept(known ?? (hash === null ? undefined : keep(raffleId, { hash, at: new Date().toISOString() })));
  }, [raffleId, hash]);
  return kept;
}

function read(raffleId: string): SeenHash | undefined {
  try {
    const { hash, at } = JSON.parse(localStorage.getItem(keyOf(raffleId)) ?? '') as Partial<SeenHash>;
    const isWhole = typeof hash === 'string' && typeof at === 'string' && !Number.isNaN(Date.parse(at));
    return isWhole ? { hash, at } : undefined;
  } catch {
    // Nothing is stored, it is not ours, or the browser allows no storage.
    return undefined;
  }
}

function keep(raffleId: string, seen: SeenHash): SeenHash | undefined {
  try {
    localStorage.setItem(keyOf(raffleId), JSON.stringify(seen));
    return seen;
  } catch {
    return undefined;
  }
}
