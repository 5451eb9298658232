import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { GatewayError } from '../../../client/errors.js';
import { PaymentsDocument, type PaymentsQuery } from '../../../generated/client/operations.js';
import { problemOf } from '../../common/query.js';
import { useClient } from '../../common/session.js';

export type Payment = PaymentsQuery['pixPayments']['nodes'][number];

const PAYMENTS_A_PAGE = 50;
const FIRST_PAGES = 2;
const MORE_PAGES = 20;

export interface Wanted {
  key: string;
  isWanted(payment: Payment): boolean;
  /** True when older payments cannot match. `reachedMs`: when the oldest one seen was paid. */
  isEnough(found: readonly Payment[], reachedMs: number): boolean;
}

interface State {
  found: readonly Payment[];
  lookedAt: number;
  reached: string | null;
  cursor: string | null;
  isDone: boolean;
}

const NOTHING: State = { found: [], lookedAt: 0, reached: null, cursor: null, isDone: false };

/** Searches all payments, newest first: the service has no list for some refunds. */
export function usePaymentSearch(wanted: Wanted) {
  const client = useClient();
  const [state, setState] = useState(NOTHING);
  const [error, setError] = useState<GatewayError>();
  const [isLooking, setIsLooking] = useState(false);
  const latest = useRef({ state: NOTHING, wanted });
  latest.current.wanted = wanted;
  const stopping = useRef(new AbortController());

  const look = useCallback(
    async (pages: number): Promise<void> => {
      const { signal } = stopping.current;
      setIsLooking(true);
      setError(undefined);
      try {
        for (let page = 0; page < pages && !latest.current.state.isDone; page += 1) {
          const { state: before, wanted: of } = latest.current;
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
        if (!signal.aborted) setIsLooking(false);
      }
    },
    [client],
  );
  const reload = useCallback(() => {
    stopping.current.abort();
    stopping.current = new AbortController();
    latest.current.state = NOTHING;
    void look(FIRST_PAGES);
  }, [look]);
  useEffect(() => {
    reload();
    return () => stopping.current.abort();
    // The key stands for the search.
  }, [reload, wanted.key]);
  return { ...state, error, isLooking, reload, lookFurther: () => void look(MORE_PAGES) };
}

function withPage(before: State, { nodes, pageInfo }: PaymentsQuery['pixPayments'], wanted: Wanted): State {
  const found = [...before.found, ...nodes.filter((payment) => wanted.isWanted(payment))];
  const reached = nodes.at(-1)?.paidAt ?? before.reached;
  return {
    found,
    lookedAt: before.lookedAt + nodes.length,
    reached,
    cursor: pageInfo.endCursor,
    isDone: !pageInfo.hasNextPage || wanted.isEnough(found, reached === null ? Infinity : Date.parse(reached)),
  };
}
