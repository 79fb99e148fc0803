/** How mutations and live events update Graphcache. It has no code of urql, which is loaded after the first paint. */
import type { TypedDocumentNode } from "@urql/core";
import type {
  Cache,
  OptimisticMutationConfig,
  UpdateResolver,
  UpdatesConfig,
} from "@urql/exchange-graphcache";

const mutations: Record<string, UpdateResolver> = {};

/**
 * Graphcache updates. Updates of mutations are added by `defineCacheUpdates`, next to the code that sends the
 * mutation.
 */
export const cacheUpdates: UpdatesConfig = {
  LiveSubscription: {
    // The inbox badge reads the count from the query's cache entry. An open list is refetched.
    inboxChanged(result, _arguments, cache) {
      const inbox = result.inboxChanged as { __typename: "Inbox"; id: string; unread: number };
      cache.link("Query", "inbox", inbox);
      invalidateList(cache, "notifications");
    },
  },
  Mutation: mutations,
};

/** Optimistic responses, added by `defineCacheUpdates`. */
export const optimisticAnswers: OptimisticMutationConfig = {};

/**
 * Registers cache updates of mutations. Call it next to the mutation documents, so that both are in the same
 * chunk.
 *
 * @param updates by the mutation's field name
 *
 * @param optimistic the optimistic response, by the mutation's field name
 */
export function defineCacheUpdates(
  updates: Readonly<Record<string, UpdateResolver>>,
  optimistic: OptimisticMutationConfig = {},
): void {
  Object.assign(mutations, updates);
  Object.assign(optimisticAnswers, optimistic);
}

/** Invalidates all fetched pages of a list, so that the list is refetched where it is shown. */
export function invalidateList(cache: Cache, list: string, entity = "Query"): void {
  for (const { fieldName, arguments: given } of cache.inspectFields(entity))
    if (fieldName === list) cache.invalidate(entity, fieldName, given ?? undefined);
}

/** A parsed fragment. */
export type CachedFragment = TypedDocumentNode<Record<string, unknown>>;

let parseFragment: ((text: string) => CachedFragment) | null = null;

/** Sets the parser of the fragments below. The client brings it, before any update can run. */
export function setFragmentParser(parse: (text: string) => CachedFragment): void {
  parseFragment = parse;
}

/** A fragment for `cache.readFragment` and `cache.writeFragment`, parsed when an update first calls it. */
export function cachedFragment(text: string): () => CachedFragment {
  let parsed: CachedFragment | null = null;
  return () => {
    if (!parseFragment) throw new Error("The cache changed before its client was loaded");
    return (parsed ??= parseFragment(text));
  };
}
