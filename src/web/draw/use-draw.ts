import { useEffect, useState } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import { DrawOfPageDocument, type DrawOfPageQuery } from '../../generated/client/operations.js';
import type { RaffleOfPage } from '../../pages/page-renderer.js';
import { useQuery } from '../common/asking.js';
import { stageOf, type Draw, type Stage } from './stage.js';

const SECOND = 1_000;
/** While nothing is frozen, or what draws it is far away. */
const SLOW_MS = 30 * SECOND;
const QUICK_MS = 2 * SECOND;
/** So long before it is due it is asked for often. */
const SOON_MS = 20 * SECOND;

export interface DrawState {
  /** As it is by now. */
  raffle: RaffleOfPage;
  stage: Stage;
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
  return { raffle, stage: stageOf(raffle, draw), draw, error, reload };
}

function paceOf(data: DrawOfPageQuery | undefined): number | undefined {
  const { status, dueAt, proofUrl } = data?.drawProof ?? {};
  if (data?.raffle?.status === 'CANCELLED' || proofUrl) return undefined;
  if (status === 'FREEZING' || status === 'DRAWN') return QUICK_MS;
  return status === 'FROZEN' && dueAt && Date.parse(dueAt) - Date.now() < SOON_MS ? QUICK_MS : SLOW_MS;
}
