import { useEffect, useState } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import { DrawOfPageDocument, type DrawOfPageQuery, DrawManifestDocument } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import type { Manifest } from '../../proof/manifest.js';
import { useQuery, type QueryResult } from '../common/query.js';

export type Draw = NonNullable<DrawOfPageQuery['drawProof']>;

/** The name of drand's public chain; any other proves nothing. */
export const PUBLIC_CHAIN = 'quicknet';

/** How far a raffle is on its way to its winners. */
export type DrawPhase = 'SELLING' | 'CLOSED' | 'FREEZING' | 'FROZEN' | 'DRAWN' | 'CANCELLED';

/** By what is known of it; of the draw that may be nothing yet, and then FROZEN stands for FREEZING too. */
function drawPhaseOf({ status, frozenAt }: Pick<RaffleOfPage, 'status' | 'frozenAt'>, draw: Draw | null | undefined): DrawPhase {
  if (draw) return draw.status;
  if (status === 'DRAWN' || status === 'FINISHED') return 'DRAWN';
  if (status === 'CANCELLED') return 'CANCELLED';
  if (frozenAt !== null) return 'FROZEN';
  return status === 'CLOSED' || status === 'SOLD_OUT' ? 'CLOSED' : 'SELLING';
}

const SECOND = 1_000;
/** While nothing is frozen, or what draws it is far away. */
const SLOW_MS = 30 * SECOND;
const QUICK_MS = 2 * SECOND;
/** So long before it is due it is asked for often. */
const SOON_MS = 20 * SECOND;

export interface DrawState {
  /** As it is by now. */
  raffle: RaffleOfPage;
  phase: DrawPhase;
  /** Undefined until it was asked for once; null where nothing is frozen. */
  draw: Draw | null | undefined;
  error: GatewayError | undefined;
  reload(): void;
}

/** The draw as it goes on: asked for until its proof is there, the more often the nearer it is. */
export function useDraw(initial: RaffleOfPage): DrawState {
  const [everyMs, setEveryMs] = useState<number | undefined>(SLOW_MS);
  const { data, error, reload } = useQuery(DrawOfPageDocument, { raffleId: initial.id }, { everyMs });
  useEffect(() => setEveryMs(paceOf(data)), [data]);
  const raffle = { ...initial, ...data?.raffle };
  const draw = data?.drawProof;
  return { raffle, phase: drawPhaseOf(raffle, draw), draw, error, reload };
}

function paceOf(data: DrawOfPageQuery | undefined): number | undefined {
  const { status, dueAt, proofUrl } = data?.drawProof ?? {};
  if (data?.raffle?.status === 'CANCELLED' || proofUrl) return undefined;
  if (status === 'FREEZING' || status === 'DRAWN') return QUICK_MS;
  return status === 'FROZEN' && dueAt && Date.parse(dueAt) - Date.now() < SOON_MS ? QUICK_MS : SLOW_MS;
}

export interface PublishedManifest {
  /** To the letter. */
  text: string;
  hash: string;
  /** What it says, unchecked: that is the verification's. */
  facts: Pick<Manifest, 'quotaQuantity' | 'allocated' | 'blocks' | 'voided' | 'prizes'>;
}

/** What a raffle was frozen as, asked for once it is there. */
export function useManifest(raffleId: string, isThere: boolean): Omit<QueryResult<PublishedManifest>, 'isLoading'> {
  const { data, error, reload } = useQuery(DrawManifestDocument, { raffleId }, { skip: !isThere });
  const { manifest: text, manifestHash: hash } = data?.drawProof ?? {};
  if (!text || !hash) return { data: undefined, error, reload };
  return { data: { text, hash, facts: JSON.parse(text) as PublishedManifest['facts'] }, error, reload };
}
