import type {
  AnyVariables,
  CombinedError,
  OperationContext,
  OperationResult,
  TypedDocumentNode,
} from "@urql/core";
import { startTransition } from "react";
import type { BootResult } from "../../contract/boot.ts";
import { isServerReachable } from "../lib/server-reachable.ts";
import { bootKey } from "./boot-key.ts";
import type { ClientOptions } from "./urql-client.ts";

type Context = Partial<OperationContext>;
/** What a query or subscription has to show; fields that are left out don't change. */
export type WatchedResult<Data> = Partial<
  Pick<OperationResult<Data>, "data" | "error" | "stale" | "hasNext"> & { fetching: boolean }
>;
type Unsubscribe = () => void;

/** What urql does for the app, once its code is here. */
export type LoadedClient = {
  query: <Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    context?: Context,
  ) => Promise<OperationResult<Data, Variables>>;
  mutation: LoadedClient["query"];
  /** Calls `onResult` with what is cached at once, and with each later result of a query. */
  watch: <Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    context: Context,
    onResult: (result: WatchedResult<Data>) => void,
  ) => Unsubscribe;
  /** Follows a subscription while the page is visible, or also while it is hidden; reopens a lost stream. */
  follow: <Data, Variables extends AnyVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    options: { evenHidden: boolean; onData: (data: Data) => void },
  ) => Unsubscribe;
};

let urql: typeof import("./urql-client.ts") | null = null;

/**
 * The GraphQL client of one profile. The first paint needs only the boot data. urql with its cache is loaded after it,
 * and everything but the boot data waits for it.
 */
export class GraphqlClient {
  readonly #options: ClientOptions;
  readonly #bootData: ReadonlyMap<string, unknown>;
  readonly #listeners = new Set<() => void>();
  #loaded: LoadedClient | null = null;
  #loading: Promise<LoadedClient> | null = null;
  #failure: CombinedError | null = null;
  /** What the page's HTML was rendered from; not part of any cache. */
  readonly firstView: BootResult | undefined;

  constructor(options: ClientOptions, firstView?: BootResult) {
    this.#options = options;
    this.firstView = firstView;
    this.#bootData = new Map(
      options.results.map((result) => [bootKey(result.operationName, result.variables), result.data]),
    );
    if (urql) this.#loaded = urql.createLoadedClient(options);
  }

  /** Loads urql, once. @throws if its code can't be fetched; a later call tries again. */
  load(): Promise<LoadedClient> {
    if (this.#loaded) return Promise.resolve(this.#loaded);
    this.#loading ??= this.#load().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /**
   * Tries again after a press or once online. Browsers remember a module that couldn't be fetched, so that only another
   * load of the page fetches it. Nothing happens while the server can't be reached.
   */
  async loadAgain(): Promise<void> {
    if (!this.#failure) return void (await this.load().catch(() => undefined));
    if (await isServerReachable()) location.reload();
  }

  /** Sends a query, or answers it from the cache. Errors are in the result. */
  query: LoadedClient["query"] = async (document, variables, context) => {
    try {
      return await (await this.load()).query(document, variables, context);
    } catch (error) {
      return failedResult(error);
    }
  };

  /** Sends a mutation. Errors are in the result. */
  mutation: LoadedClient["mutation"] = (document, variables, context) => {
    // A loaded client shows its optimistic response before this function returns.
    if (this.#loaded) return this.#loaded.mutation(document, variables, context);
    return this.load().then(
      (loaded) => loaded.mutation(document, variables, context),
      failedResult<never, never>,
    );
  };

  /** Calls `onResult` with what is known at once, and with later results, also if urql is still being loaded. */
  watch: LoadedClient["watch"] = (document, variables, context, onResult) => {
    if (this.#loaded) return this.#loaded.watch(document, variables, context, onResult);
    const data = this.#bootData.get(bootKey(nameOf(document), variables));
    const reportFailure = (): void => onResult(this.#failure ? { error: this.#failure } : { fetching: true });
    if (data !== undefined) onResult({ data: data as never });
    else if (this.#failure) reportFailure();
    return this.#whenLoaded(
      (loaded) => loaded.watch(document, variables, context, onResult),
      data === undefined ? reportFailure : undefined,
    );
  };

  /** Follows a subscription, once urql is loaded. */
  follow: LoadedClient["follow"] = (document, variables, options) =>
    this.#loaded
      ? this.#loaded.follow(document, variables, options)
      : this.#whenLoaded((loaded) => loaded.follow(document, variables, options));

  /** Calls `begin` once urql is loaded, and `onFailure` when loading it has failed or begins again. Returns what ends both. */
  #whenLoaded(begin: (loaded: LoadedClient) => Unsubscribe, onFailure?: () => void): Unsubscribe {
    let end: Unsubscribe | undefined;
    const listener = (): void => {
      if (!this.#loaded) return onFailure?.();
      this.#listeners.delete(listener);
      end = begin(this.#loaded);
    };
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      end?.();
    };
  }

  async #load(): Promise<LoadedClient> {
    if (this.#failure) this.#change(() => (this.#failure = null));
    let loaded: LoadedClient;
    try {
      urql ??= await import("./urql-client.ts");
      loaded = urql.createLoadedClient(this.#options);
    } catch (error) {
      this.#change(() => (this.#failure = loadError(error)));
      throw error;
    }
    this.#change(() => (this.#loaded = loaded));
    return loaded;
  }

  #change(change: () => void): void {
    change();
    // As a transition, React renders the answers of all queries of a page in slices, and answers presses between them.
    startTransition(() => {
      for (const listener of this.#listeners) listener();
    });
  }
}

/** The operation's name. A document is its text, as the build wrote it. */
function nameOf(document: unknown): string {
  return /^query (\w+)/.exec(document as string)?.[1] ?? "";
}

/** An error like that of a request that didn't reach the server. */
function loadError(cause: unknown): CombinedError {
  const error = new Error("The GraphQL client couldn't be loaded", { cause });
  return Object.assign(error, { name: "CombinedError", graphQLErrors: [], networkError: error });
}

function failedResult<Data, Variables extends AnyVariables>(
  error: unknown,
): OperationResult<Data, Variables> {
  const result = { error: loadError(error), stale: false, hasNext: false };
  return result as unknown as OperationResult<Data, Variables>;
}
