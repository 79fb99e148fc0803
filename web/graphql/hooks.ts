/** Hooks over `GraphqlClient`. They behave as those of urql do, and answer the first queries before urql is here. */
import type { AnyVariables, CombinedError, OperationResult, TypedDocumentNode } from "@urql/core";
import { createContext, use, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { UseMutationResponse, UseQueryArgs, UseQueryResponse } from "urql";
import type { GraphqlClient, WatchedResult } from "./client.ts";

export type { CombinedError, OperationResult, GraphqlClient };

export const ClientContext = createContext<GraphqlClient | null>(null);

/** The GraphQL client of the active profile. @throws outside `GraphqlProvider`. */
export function useClient(): GraphqlClient {
  const client = use(ClientContext);
  if (!client) throw new Error("No GraphqlProvider");
  return client;
}

type State<Data> = WatchedResult<Data> & { fetching: boolean; stale: boolean };
/** Calls the listener with what is known at once, and with later results. */
type Watch<Data> = (onResult: (result: WatchedResult<Data>) => void) => () => void;
type Watched<Data> = { origin: Watch<Data> | null; watch: Watch<Data> | null; state: State<Data> };

const initialState = { data: undefined, error: undefined, fetching: false, stale: false };

/**
 * Shows a query: its result, which follows the cache, and a function that sends it again.
 * Data of earlier variables stays until the new ones are answered.
 */
export function useQuery<Data, Variables extends AnyVariables>(
  options: UseQueryArgs<Variables, Data>,
): UseQueryResponse<Data, Variables> {
  const { pause = false, requestPolicy } = options;
  const query = options.query as TypedDocumentNode<Data, Variables>;
  const variables = JSON.stringify(options.variables ?? {});
  const client = useClient();
  const watchWith = useCallback(
    (context: object): Watch<Data> =>
      (onResult) =>
        client.watch(query, JSON.parse(variables) as Variables, context, onResult),
    [client, query, variables],
  );
  const origin = useMemo(
    () => (pause ? null : watchWith(requestPolicy ? { requestPolicy } : {})),
    [watchWith, pause, requestPolicy],
  );
  const [watched, setWatched] = useState<Watched<Data>>(() => ({
    origin,
    watch: origin,
    state: nextState<Data>(initialState, peek(origin)),
  }));
  let { state } = watched;
  if (origin !== watched.origin) {
    state = nextState(state, peek(origin));
    setWatched({ origin, watch: origin, state });
  }

  const { watch } = watched;
  useEffect(() => {
    let hasResult = false;
    const update = (result: WatchedResult<Data>): void => {
      hasResult = true;
      deferWhilePeeking(() =>
        setWatched((now) => {
          const next = nextState(now.state, result);
          return next === now.state ? now : { ...now, state: next };
        }),
      );
    };
    if (!watch) return update({ fetching: false });
    const stop = watch(update);
    if (!hasResult) update({ fetching: true });
    return stop;
  }, [watch]);

  const execute = useCallback(
    (context: object = {}): void => {
      // Without urql's code the retry is to fetch that. Every query then has that failure.
      void client.loadAgain();
      setWatched((now) => ({
        ...now,
        watch: watchWith({ ...(requestPolicy && { requestPolicy }), ...context }),
      }));
    },
    [client, watchWith, requestPolicy],
  );
  return [state, execute] as UseQueryResponse<Data, Variables>;
}

/** Sends a mutation: its state, and the function that sends it. Errors are in the result. */
export function useMutation<Data, Variables extends AnyVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
): UseMutationResponse<Data, Variables> {
  const client = useClient();
  const isMounted = useRef(true);
  const [state, setState] = useState<WatchedResult<Data>>(initialState);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const execute = useCallback(
    async (variables: Variables, context?: object): Promise<OperationResult<Data, Variables>> => {
      setState({ ...initialState, fetching: true });
      const result = await client.mutation(mutation, variables, context);
      const { data, error, stale } = result;
      if (isMounted.current) setState({ data, error, stale, fetching: false });
      return result;
    },
    [client, mutation],
  );
  return [state, execute] as UseMutationResponse<Data, Variables>;
}

/** Number of `peek` calls under way. */
let peeks = 0;

/** What `watch` knows at once; otherwise that it is fetching. */
function peek<Data>(watch: Watch<Data> | null): WatchedResult<Data> {
  if (!watch) return { fetching: false };
  let found: WatchedResult<Data> | undefined;
  peeks += 1;
  try {
    watch((result) => {
      found ??= result;
    })();
  } finally {
    peeks -= 1;
  }
  return found ?? { fetching: true };
}

/** A result found while one component renders may update others, which React allows only later. */
function deferWhilePeeking(update: () => void): void {
  if (peeks > 0) queueMicrotask(update);
  else update();
}

/** The state after a result, as urql has it: data and error stay while fetching. The same object if nothing changed. */
function nextState<Data>(now: State<Data>, result: WatchedResult<Data>): State<Data> {
  const next: State<Data> = {
    data: result.data !== undefined || result.error ? result.data : now.data,
    error: result.fetching ? now.error : result.error,
    fetching: result.fetching ?? false,
    stale: result.stale ?? false,
  };
  const isSame =
    next.data === now.data &&
    next.error === now.error &&
    next.fetching === now.fetching &&
    next.stale === now.stale;
  return isSame ? now : next;
}
