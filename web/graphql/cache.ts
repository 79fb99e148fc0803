/** What the client's cache must know of the schema: how each type is keyed, and what mutations and live events change. */
import type {
  Cache,
  KeyingConfig,
  OptimisticMutationConfig,
  UpdateResolver,
  UpdatesConfig,
} from "@urql/exchange-graphcache";

/** A type that isn't listed is keyed by its `id`. Without one, it is stored inside its parent. */
export const cacheKeys: KeyingConfig = {
  StudioClass: (entity) => text(entity.id),
  Category: (entity) => text(entity.slug),
  Section: (entity) => text(entity.slug),
  InstructorPublic: (entity) => text(entity.slug),
  Instructor: (entity) => text(entity.slug),
  ClassStyle: (entity) => text(entity.slug),
  WeekPlan: (entity) => text(entity.weekStart),
  // One per person, and a client is one person's.
  PlanCalendar: () => "mine",
  EditedInstructor: (entity) => text(entity.slug),
  FeatureFlag: (entity) => text(entity.name),
  StudioArea: (entity) => text(entity.key),
  StudioQuestion: (entity) => text(entity.type),
};

const mutations: Record<string, UpdateResolver> = {};

/** The client's updates. Those of mutations come from `defineCacheUpdates`, with the code that sends the mutation. */
export const cacheUpdates: UpdatesConfig = {
  LiveSubscription: {
    // Components that show the inbox's count read it from the query's place. An open list is fetched again.
    inboxChanged(result, _arguments, cache) {
      const inbox = result.inboxChanged as { __typename: "Inbox"; id: string; unread: number };
      cache.link("Query", "inbox", inbox);
      invalidateList(cache, "notifications");
    },
  },
  Mutation: mutations,
};

/** The client's optimistic answers, filled by `defineCacheUpdates`. */
export const optimisticAnswers: OptimisticMutationConfig = {};

/**
 * Declares what mutations change in the cache. Call it beside the mutations' documents, so that it is loaded with them.
 * @param updates by the mutation's field name
 * @param optimistic the answer to show until the server's, by the mutation's field name
 */
export function defineCacheUpdates(
  updates: Readonly<Record<string, UpdateResolver>>,
  optimistic: OptimisticMutationConfig = {},
): void {
  Object.assign(mutations, updates);
  Object.assign(optimisticAnswers, optimistic);
}

/** Marks a list as stale, in all pages that were fetched, so that it is fetched again where it is shown. */
export function invalidateList(cache: Cache, list: string, entity = "Query"): void {
  for (const { fieldName, arguments: given } of cache.inspectFields(entity))
    if (fieldName === list) cache.invalidate(entity, fieldName, given ?? undefined);
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
