import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import type { TypedDocumentString } from '../../generated/client/operations.js';
import { problemOf } from './query.js';
import { useClient } from './session.js';

const PAGE_SIZE = 25;

export interface Page<Node> {
  nodes: readonly Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** `nodes` stays while more is asked, and when that fails. */
export interface PagedResult<Node> {
  nodes: readonly Node[] | undefined;
  hasMore: boolean;
  error: GatewayError | undefined;
  isLoading: boolean;
  more(): void;
  /** Reloads every page that is shown. */
  reload(): void;
}

interface PageRequest {
  key: string;
  pages: number;
  isReload: boolean;
  count: number;
}

interface State<Node> {
  key: string;
  pages: readonly Page<Node>[];
  error?: GatewayError;
}

/** Loads the first page, again when the variables change, and then one more page at a time. */
export function usePagedQuery<Node, Data, Variables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Omit<Variables, 'first' | 'after'>,
  pageOf: (data: Data) => Page<Node>,
  size = PAGE_SIZE,
): PagedResult<Node> {
  const client = useClient();
  const key = JSON.stringify(variables);
  const [state, setState] = useState<State<Node>>({ key, pages: [] });
  const [request, setRequest] = useState<PageRequest>({ key, pages: 1, isReload: true, count: 0 });
  const [isLoading, setIsLoading] = useState(true);
  const latest = useRef({ variables, pageOf, state });
  latest.current = { variables, pageOf, state };
  const isCurrent = request.key === key;
  useEffect(() => {
    const stopping = new AbortController();
    const { variables: given, pageOf: read, state: before } = latest.current;
    const run = async (): Promise<void> => {
      const wanted = isCurrent ? request.pages : 1;
      const pages: Page<Node>[] = !isCurrent || request.isReload || before.key !== key ? [] : [...before.pages];
      while (pages.length < wanted && pages.at(-1)?.pageInfo.hasNextPage !== false) {
        const after = pages.at(-1)?.pageInfo.endCursor ?? null;
        const asked = { ...given, first: size, after } as Variables;
        // Each page starts after the one before.
        // oxlint-disable-next-line no-await-in-loop
        pages.push(read(await client.query(document, asked, { signal: stopping.signal })));
      }
      setState({ key, pages });
    };
    setIsLoading(true);
    run()
      .catch((error: unknown) => {
        if (stopping.signal.aborted) return;
        setState((old) => ({ key, pages: old.key === key ? old.pages : [], error: problemOf(error) }));
      })
      .finally(() => {
        if (!stopping.signal.aborted) setIsLoading(false);
      });
    return () => stopping.abort();
    // The key stands for the variables.
  }, [client, document, key, size, request]);

  const current = state.key === key ? state : undefined;
  const shown = Math.max(1, current?.pages.length ?? 0);
  const more = useCallback(
    () => setRequest(({ count }) => ({ key, pages: shown + 1, isReload: false, count: count + 1 })),
    [key, shown],
  );
  const reload = useCallback(
    () => setRequest(({ count }) => ({ key, pages: shown, isReload: true, count: count + 1 })),
    [key, shown],
  );
  const pages = current?.pages ?? [];
  return {
    nodes: pages.length > 0 ? pages.flatMap(({ nodes }) => nodes) : undefined,
    hasMore: pages.at(-1)?.pageInfo.hasNextPage ?? false,
    error: current?.error,
    isLoading,
    more,
    reload,
  };
}
