import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { GatewayError } from '../../../client/errors.js';
import { PaymentsDocument, type PaymentsQuery } from '../../../generated/client/operations.js';
import { problemOf } from '../../common/query.js';
import { useClient } from '../../common/session.js';

export type Payment = PaymentsQuery['pixPayments']['nodes'][number];

const PAYMENTS_A_PAGE = 50;
const FIRST_PAGES = 2;
const MORE_PAGES = 20;

export interface Criteria {
  key: string;
  isWanted(payment: Payment): boolean;
  /** True when older payments cannot match. `oldestMs`: when the oldest one seen was paid. */
  isEnough(found: readonly Payment[], oldestMs: number): boolean;
}

interface State {
  found: readonly Payment[];
  searched: number;
  oldestPaidAt: string | null;
  cursor: string | null;
  isDone: boolean;
}

const NOTHING: State = { found: [], searched: 0, oldestPaidAt: null, cursor: null, isDone: false };

/** Searches all payments, newest first: the service has no list for some refunds. */
export function usePaymentSearch(criteria: Criteria) {
  const client = useClient();
  const [state, setState] = useState(NOTHING);
  const [error, setError] = useState<GatewayError>();
  const [isSearching, setIsSearching] = useState(false);
  const latest = useRef({ state: NOTHING, criteria });
  latest.current.criteria = criteria;
  const stopping = useRef(new AbortController());

  const search = useCallback(
    async (pages: number): Promise<void> => {
      const { signal } = stopping.current;
      setIsSearching(true);
      setError(undefined);
      try {
        for (let page = 0; page < pages && !latest.current.state.isDone; page += 1) {
          const { state: before, criteria: of } = latest.current;
          const asked = { first: PAYMENTS_A_PAGE, after: before.cursor };
          // Each page starts after the one before.
          // oxlint-disable-next-line no-await-in-loop
          const { pixPayments } = await client.query(PaymentsDocument, asked, { signal });
          latest.current.state = withPage(before, pixPayments, of);
          setState(latest.current.state);
        }
      } catch (problem) {
        if (!signal.aborted) setError(problemOf(problem));
      } finally {
        if (!signal.aborted) setIsSearching(false);
      }
    },
    [client],
  );
  const reload = useCallback(() => {
    stopping.current.abort();
    stopping.current = new AbortController();
    latest.current.state = NOTHING;
    void search(FIRST_PAGES);
  }, [search]);
  useEffect(() => {
    reload();
    return () => stopping.current.abort();
    // The key stands for the search.
  }, [reload, criteria.key]);
  return { ...state, error, isSearching, reload, searchMore: () => void search(MORE_PAGES) };
}

function withPage(before: State, { nodes, pageInfo }: PaymentsQuery['pixPayments'], criteria: Criteria): State {
  const found = [...before.found, ...nodes.filter((payment) => criteria.isWanted(payment))];
  const oldestPaidAt = nodes.at(-1)?.paidAt ?? before.oldestPaidAt;
  return {
    found,
    searched: before.searched + nodes.length,
    oldestPaidAt,
    cursor: pageInfo.endCursor,
    isDone: !pageInfo.hasNextPage || criteria.isEnough(found, oldestPaidAt === null ? Infinity : Date.parse(oldestPaidAt)),
  };
}
