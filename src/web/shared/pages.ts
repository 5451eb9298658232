import { useEffect, useState } from 'preact/hooks';
import type { GatewayError } from '../../client/errors.js';
import type { TypedDocumentString } from '../../generated/client/operations.js';
import { useAction, useQuery } from './asking.js';
import { useClient } from './gateway.js';

/** A page of a list, as every connection of the service has it. */
export interface Connection<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** A list that is read page by page, as far as somebody asked for it. */
export interface Pages<Node> {
  /** Undefined until the first page is there. */
  nodes: readonly Node[] | undefined;
  hasMore: boolean;
  more(): void;
  isLoading: boolean;
  error: GatewayError | undefined;
  /** Begins anew with the first page. */
  reload(): void;
}

/** Asks for the first page at once, with `pick` saying where in the answer it is; for the next by `more`. */
export function usePages<Data, Variables extends object, Node>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
  pick: (data: Data) => Connection<Node>,
  options: { skip?: boolean; everyMs?: number } = {},
): Pages<Node> {
  const client = useClient();
  const { data, error, isLoading, reload } = useQuery(document, variables, options);
  const [later, setLater] = useState<readonly Connection<Node>[]>([]);
  // What came after another first page does not follow on this one.
  useEffect(() => setLater([]), [data]);
  const first = data && pick(data);
  const last = later.at(-1) ?? first;
  const loading = useAction(async () => {
    const next = pick(await client.query(document, { ...variables, after: last?.pageInfo.endCursor }));
    setLater((old) => [...old, next]);
  });
  return {
    nodes: first && [first, ...later].flatMap(({ nodes }) => nodes),
    hasMore: last?.pageInfo.hasNextPage ?? false,
    more: () => void loading.act(),
    isLoading: isLoading || loading.isBusy,
    error: error ?? loading.error,
    reload,
  };
}
