import { useEffect, useState } from 'preact/hooks';
import { keepManifestHash, readKept, type Kept } from '../common/kept.js';
import type { Draw } from './use-draw.js';

/** Of the manifest, as this browser first saw it: when it looked at the raffle frozen and not drawn. Null where it never did. */
export function useSeenManifestHash(raffleId: string, draw: Draw | null | undefined): Kept['manifest'] {
  const [seen, setSeen] = useState<Kept['manifest']>(null);
  const hash = draw?.status === 'FROZEN' ? draw.manifestHash : null;
  useEffect(() => setSeen(hash === null ? readKept(raffleId).manifest : keepManifestHash(raffleId, hash)), [raffleId, hash]);
  return seen;
}
