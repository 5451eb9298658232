import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { GatewayError } from '../../../client/errors.js';
import { PaymentsDocument, type PaymentsQuery } from '../../../generated/client/operations.js';
import { problemOf } from '../../shared/asking.js';
import { useClient } from '../../shared/gateway.js';

export type Payment = PaymentsQuery['pixPayments']['nodes'][number];

const PAYMENTS_A_PAGE = 50;
/** What is looked through without being asked, and at each press of the button. */
const FIRST_PAGES = 2;
const MORE_PAGES = 20;
/** The clocks of banks are not ours: no payment of an order is as much older than it. */
const LEEWAY_MS = 60 * 60 * 1_000;

interface State {
  found: readonly Payment[];
  lookedAt: number;
  /** When the oldest of those that were looked at was paid. */
  reached: string | null;
  cursor: string | null;
  /** Older ones cannot be the order's. */
  isDone: boolean;
}

const NOTHING: State = { found: [], lookedAt: 0, reached: null, cursor: null, isDone: false };

/** The payments of an order, looked for among all of them, the latest first, as far back as the order was placed. */
export function usePaymentsOf(order: { id: string; createdAt: string }) {
  const client = useClient();
  const { id, createdAt } = order;
  const [state, setState] = useState(NOTHING);
  const [error, setError] = useState<GatewayError>();
  const [isLooking, setIsLooking] = useState(false);
  const latest = useRef(NOTHING);
  const stopping = useRef(new AbortController());

  const look = useCallback(
    async (pages: number): Promise<void> => {
      const { signal } = stopping.current;
      const oldest = Date.parse(createdAt) - LEEWAY_MS;
      setIsLooking(true);
      setError(undefined);
      try {
        for (let page = 0; page < pages && !latest.current.isDone; page += 1) {
          const { found, lookedAt, cursor, reached } = latest.current;
          // Each page goes on after the one before.
          // oxlint-disable-next-line no-await-in-loop
          const { pixPayments } = await client.query(PaymentsDocument, { first: PAYMENTS_A_PAGE, after: cursor }, { signal });
          const { nodes, pageInfo } = pixPayments;
          const last = nodes.at(-1)?.paidAt ?? reached;
          latest.current = {
            found: [...found, ...nodes.filter(({ orderId }) => orderId === id)],
            lookedAt: lookedAt + nodes.length,
            reached: last,
            cursor: pageInfo.endCursor,
            isDone: !pageInfo.hasNextPage || (last !== null && Date.parse(last) < oldest),
          };
          setState(latest.current);
        }
      } catch (problem) {
        if (!signal.aborted) setError(problemOf(problem));
      } finally {
        if (!signal.aborted) setIsLooking(false);
      }
    },
    [client, id, createdAt],
  );
  const reload = useCallback(() => {
    stopping.current.abort();
    stopping.current = new AbortController();
    latest.current = NOTHING;
    void look(FIRST_PAGES);
  }, [look]);
  useEffect(() => {
    reload();
    return () => stopping.current.abort();
  }, [reload]);
  return { ...state, error, isLooking, reload, lookFurther: () => void look(MORE_PAGES) };
}
