/** Graphcache configuration: how each type is keyed, and how mutations and live events update the cache. */
import type {
  Cache,
  KeyingConfig,
  OptimisticMutationConfig,
  UpdateResolver,
  UpdatesConfig,
} from "@urql/exchange-graphcache";

/** Types that aren't listed are keyed by `id`. Types without an id are embedded in their parent. */
export const cacheKeys: KeyingConfig = {
  StudioClass: (entity) => text(entity.id),
  Category: (entity) => text(entity.slug),
  Section: (entity) => text(entity.slug),
  InstructorPublic: (entity) => text(entity.slug),
  Instructor: (entity) => text(entity.slug),
  ClassStyle: (entity) => text(entity.slug),
  WeekPlan: (entity) => text(entity.weekStart),
  // One per profile, and a client belongs to one profile.
  PlanCalendar: () => "mine",
  EditedInstructor: (entity) => text(entity.slug),
  FeatureFlag: (entity) => text(entity.name),
  StudioArea: (entity) => text(entity.key),
  StudioQuestion: (entity) => text(entity.type),
};

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

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
