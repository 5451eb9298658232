import type { TypedDocumentString } from '../generated/client/operations.js';
import type { GatewayClient } from './create-client.js';
import { GatewayError } from './errors.js';
import { follow } from './follow.js';

/** What is used of React, or of Preact. */
export interface HooksOf {
  useCallback<Given extends unknown[], Result>(
    callback: (...given: Given) => Result,
    of: readonly unknown[],
  ): (...given: Given) => Result;
  useEffect(effect: () => (() => void) | undefined, of?: readonly unknown[]): void;
  useRef<Value>(initial: Value): { current: Value };
  useState<Value>(initial: Value): [Value, (next: Value | ((last: Value) => Value)) => void];
}

/** `data` stays while it is asked again, and when that fails. */
export interface QueryResult<Data> {
  data: Data | undefined;
  error: GatewayError | undefined;
  isLoading: boolean;
  reload(): void;
}

export interface QueryOptions<Data> {
  /** Asks nothing yet. */
  skip?: boolean;
  /** Asks again while somebody looks, unless an answer is still awaited. */
  everyMs?: number | undefined;
  /** Whose the answer is, where it is not everybody's: nothing of one is shown to another. */
  of?: string | undefined;
  /** What came with the page, so that the first variables are not asked for. */
  initial?: Data | undefined;
}

/** Runs one action at a time. `act` resolves to undefined when it failed; `error` has the reason. */
export interface Action<Given extends unknown[], Result> {
  act(...given: Given): Promise<Result | undefined>;
  isBusy: boolean;
  error: GatewayError | undefined;
  reset(): void;
}

export interface Live<Value> {
  value: Value | undefined;
  error: GatewayError | undefined;
}

export interface Hooks {
  /** Asks when the part appears, whenever the variables change, and on `reload`. */
  useQuery<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
    options?: QueryOptions<Data>,
  ): QueryResult<Data>;
  useAction<Given extends unknown[], Result>(action: (...given: Given) => Promise<Result>): Action<Given, Result>;
  /** The latest value of a stream. It reopens when `key` changes; without a key it is closed. */
  useLive<Value>(key: string | undefined, open: (signal: AbortSignal) => AsyncIterable<Value>): Live<Value>;
}

export function createHooks({ useCallback, useEffect, useRef, useState }: HooksOf, useClient: () => GatewayClient): Hooks {
  return {
    useQuery<Data, Variables>(
      document: TypedDocumentString<Data, Variables>,
      variables: Variables,
      { skip = false, everyMs, of, initial }: QueryOptions<Data> = {},
    ): QueryResult<Data> {
      const client = useClient();
      const key = JSON.stringify([variables, of]);
      const given = useRef(initial === undefined ? undefined : key);
      const [state, setState] = useState<{ key: string; data?: Data; error?: GatewayError | undefined }>(
        initial === undefined ? { key } : { key, data: initial },
      );
      const [reloads, setReloads] = useState(0);
      const isKnown = reloads === 0 && given.current === key;
      const [isLoading, setIsLoading] = useState(!skip && !isKnown);
      const isAwaited = useRef(false);
      useEffect(() => {
        if (skip || isKnown) return undefined;
        const stopping = new AbortController();
        isAwaited.current = true;
        setIsLoading(true);
        client
          .query(document, variables, { signal: stopping.signal })
          .then(
            (data) => setState({ key, data }),
            (error: unknown) => {
              if (stopping.signal.aborted) return;
              // The data of other variables is not kept.
              setState((old) => ({
                key,
                ...(old.key === key && old.data !== undefined && { data: old.data }),
                error: problemOf(error),
              }));
            },
          )
          .finally(() => {
            if (stopping.signal.aborted) return;
            isAwaited.current = false;
            setIsLoading(false);
          });
        return () => {
          isAwaited.current = false;
          stopping.abort();
        };
        // The key stands for the variables.
      }, [client, document, key, skip, reloads, isKnown]);
      const reload = useCallback(() => setReloads((last) => last + 1), []);
      useEffect(() => {
        if (everyMs === undefined) return undefined;
        const timer = setInterval(() => {
          // A slow service must not get more requests than it answers.
          if (!(globalThis as { document?: { hidden: boolean } }).document?.hidden && !isAwaited.current) reload();
        }, everyMs);
        return () => clearInterval(timer);
      }, [everyMs, reload]);
      const current = state.key === key ? state : undefined;
      return { data: current?.data, error: current?.error, isLoading, reload };
    },

    useAction<Given extends unknown[], Result>(action: (...given: Given) => Promise<Result>): Action<Given, Result> {
      const [isBusy, setIsBusy] = useState(false);
      const [error, setError] = useState<GatewayError | undefined>(undefined);
      const latest = useRef(action);
      latest.current = action;
      const busy = useRef(false);
      const act = useCallback(async (...given: Given): Promise<Result | undefined> => {
        // A second click during the first.
        if (busy.current) return undefined;
        busy.current = true;
        setIsBusy(true);
        setError(undefined);
        try {
          return await latest.current(...given);
        } catch (problem) {
          setError(problemOf(problem));
          return undefined;
        } finally {
          busy.current = false;
          setIsBusy(false);
        }
      }, []);
      const reset = useCallback(() => setError(undefined), []);
      return { act, isBusy, error, reset };
    },

    useLive<Value>(key: string | undefined, open: (signal: AbortSignal) => AsyncIterable<Value>): Live<Value> {
      const [state, setState] = useState<{ key: string | undefined; value?: Value; error?: GatewayError }>({ key });
      const latest = useRef(open);
      latest.current = open;
      useEffect(() => {
        if (key === undefined) return undefined;
        return follow((signal) => latest.current(signal), {
          next: (value) => setState({ key, value }),
          error: (error) => setState((old) => ({ ...(old.key === key ? old : { key }), error: problemOf(error) })),
        });
      }, [key]);
      const current = state.key === key ? state : undefined;
      return { value: current?.value, error: current?.error };
    },
  };
}

export function problemOf(error: unknown): GatewayError {
  return error instanceof GatewayError ? error : new GatewayError('INTERNAL_SERVER_ERROR', String(error), { cause: error });
}
