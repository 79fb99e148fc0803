import { useMutation } from "../../../graphql/hooks.ts";
import { cachedFragment, defineCacheUpdates, invalidateList } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";

const MarkRead = graphql(`
  mutation MarkNotificationsRead($ids: [ID!]) {
    markNotificationsRead(ids: $ids) {
      id
      unread
    }
  }
`);

const ReadAt = cachedFragment(`
  fragment CachedRead on Notification {
    id
    readAt
  }
`);
defineCacheUpdates({
  // Without ids, all were marked.
  markNotificationsRead(_result, { ids }, cache) {
    if (!Array.isArray(ids)) invalidateList(cache, "notifications");
    else for (const id of ids) cache.writeFragment(ReadAt(), { id, readAt: new Date().toISOString() });
  },
});

/** Marks some or all notifications as read; the inbox updates at once. */
export function useMarkRead(): { busy: boolean; mark: (ids: string[] | null) => Promise<boolean> } {
  const [{ fetching }, run] = useMutation(MarkRead);
  return { busy: fetching, mark: async (ids) => !(await run({ ids })).error };
}
