import type { Manifest } from '../../proof/manifest.js';
import { DrawManifestDocument } from '../../generated/client/operations.js';
import { useQuery, type Asked } from '../common/asking.js';

export interface PublishedManifest {
  /** To the letter. */
  text: string;
  hash: string;
  /** What it says, unchecked: that is the verification's. */
  facts: Pick<Manifest, 'quotaQuantity' | 'allocated' | 'blocks' | 'voided' | 'prizes'>;
}

/** What a raffle was frozen as, asked for once it is there. */
export function useManifest(raffleId: string, isThere: boolean): Omit<Asked<PublishedManifest>, 'isLoading'> {
  const { data, error, reload } = useQuery(DrawManifestDocument, { raffleId }, { skip: !isThere });
  const { manifest: text, manifestHash: hash } = data?.drawProof ?? {};
  if (!text || !hash) return { data: undefined, error, reload };
  return { data: { text, hash, facts: JSON.parse(text) as PublishedManifest['facts'] }, error, reload };
}
