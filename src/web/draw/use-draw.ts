import { useEffect, useState } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import { DrawOfPageDocument, type DrawOfPageQuery, DrawManifestDocument } from '../../generated/client/operations.js';
import type { DrawPageData, RaffleOfPage } from '../../pages/page-renderer.js';
import type { Manifest } from '../../proof/draw-manifest.js';
import { useQuery, type QueryResult } from '../common/query.js';

export type Draw = NonNullable<DrawOfPageQuery['drawProof']>;

export type DrawPhase = 'SELLING' | 'CLOSED' | 'FREEZING' | 'FROZEN' | 'DRAWN' | 'CANCELLED';

function drawPhaseOf({ status }: Pick<RaffleOfPage, 'status'>, draw: Draw | null): DrawPhase {
  if (draw) return draw.status;
  if (status === 'CANCELLED') return 'CANCELLED';
  return status === 'CLOSED' || status === 'SOLD_OUT' ? 'CLOSED' : 'SELLING';
}

const SECOND = 1_000;
/** While nothing is frozen, or the draw is far away. */
const SLOW_MS = 30 * SECOND;
const QUICK_MS = 2 * SECOND;
/** From this long before the draw on, the page polls often. */
const SOON_MS = 20 * SECOND;

export interface DrawState {
  raffle: RaffleOfPage;
  phase: DrawPhase;
  /** Null while nothing is frozen. */
  draw: Draw | null;
  error: GatewayError | undefined;
  reload(): void;
}

/** Polls the draw until its proof exists, more often near the draw. */
export function useDraw({ raffle: initial, draw: drawProof }: DrawPageData): DrawState {
  const [everyMs, setEveryMs] = useState<number | undefined>(SLOW_MS);
  const { data, error, reload } = useQuery(
    DrawOfPageDocument,
    { raffleId: initial.id },
    { everyMs, initial: { raffle: initial, drawProof } },
  );
  useEffect(() => setEveryMs(paceOf(data)), [data]);
  useEffect(() => {
    // The HTML may be older than the last change, and the next poll is far away.
    if (paceOf({ raffle: initial, drawProof }) !== undefined) reload();
  }, []);
  const raffle = { ...initial, ...data?.raffle };
  const draw = data?.drawProof ?? null;
  return { raffle, phase: drawPhaseOf(raffle, draw), draw, error, reload };
}

function paceOf(data: DrawOfPageQuery | undefined): number | undefined {
  const { status, awaits, dueAt, proofUrl } = data?.drawProof ?? {};
  if (data?.raffle?.status === 'CANCELLED' || proofUrl) return undefined;
  if (status === 'FREEZING' || status === 'DRAWN') return QUICK_MS;
  // Nobody knows when operators type the results of a contest.
  return awaits === 'ROUND' && dueAt && Date.parse(dueAt) - Date.now() < SOON_MS ? QUICK_MS : SLOW_MS;
}

export interface PublishedManifest {
  /** Byte for byte what was hashed. */
  text: string;
  hash: string;
  /** Parsed, not verified: the verification does that. */
  facts: Pick<Manifest, 'raffleId' | 'quotaQuantity' | 'allocated' | 'voided' | 'prizes' | 'leaves' | 'composition' | 'chain'>;
}

export function useManifest(raffleId: string, isThere: boolean): Omit<QueryResult<PublishedManifest>, 'isLoading'> {
  const { data, error, reload } = useQuery(DrawManifestDocument, { raffleId }, { skip: !isThere });
  const { manifest: text, manifestHash: hash } = data?.drawProof ?? {};
  if (!text || !hash) return { data: undefined, error, reload };
  return { data: { text, hash, facts: JSON.parse(text) as PublishedManifest['facts'] }, error, reload };
}
