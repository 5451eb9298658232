import { useState } from 'preact/hooks';
import {
  SaleChangesDocument,
  SaleFiguresDocument,
  type SaleFiguresQuery,
  type SalesPeriod,
} from '../../../generated/client/operations.js';
import { useQuery, useLive } from '../../common/query.js';
import { useClient } from '../../common/session.js';
import { useReloadOnChange } from './reload-on-change.js';

export type Figures = SaleFiguresQuery['saleFigures'];
export type Sums = Figures['sold'];

/** `from` and `to` are days, of a chosen period alone. */
export interface Asked {
  period: SalesPeriod | 'CHOSEN';
  from: string;
  to: string;
}

export interface SaleFigures {
  figures: Figures | undefined;
  /** Changes with every change of the figures: other parts of the screen use it to know when to read again. */
  version: string | undefined;
  error: ReturnType<typeof useQuery>['error'];
  reload(): void;
  asked: Asked;
  ask(asked: Asked): void;
}

/** All raffles have no stream. */
const ASK_MS = 10_000;
const CHANGED_MS = 1_000;

/** The figures of all raffles (null) or of one, of one moment; of none yet (undefined). */
export function useSaleFigures(raffleId: string | null | undefined): SaleFigures {
  const client = useClient();
  const [asked, ask] = useState<Asked>({ period: 'TODAY', from: '', to: '' });
  const { period, from, to } = asked;
  const days = period === 'CHOSEN' ? { from: from || null, to: to || null } : { period };
  const { data, error, reload } = useQuery(
    SaleFiguresDocument,
    { raffleId: raffleId ?? null, ...days },
    { everyMs: ASK_MS, skip: raffleId === undefined },
  );
  const changes = useLive(raffleId ?? undefined, (signal) =>
    client.subscribe(SaleChangesDocument, { raffleId: raffleId ?? '' }, { signal }),
  );
  useReloadOnChange(changes.value, reload, CHANGED_MS);
  const figures = data?.saleFigures;
  return { figures, version: figures && JSON.stringify({ ...figures, at: '' }), error, reload, asked, ask };
}
