import { useMutation } from "urql";
import { gql } from "@urql/core";
import { defineCacheUpdates, invalidateList } from "../../../graphql/cache.ts";
import { graphql } from "../../../graphql/graphql.ts";

const MarkRead = graphql(`
  mutation MarkNotificationsRead($ids: [ID!]) {
    markNotificationsRead(ids: $ids) {
      id
      unread
    }
  }
`);

const ReadAt = gql`
  fragment CachedRead on Notification {
    id
    readAt
  }
`;
defineCacheUpdates({
  // Without ids, everything was marked.
  markNotificationsRead(_result, { ids }, cache) {
    if (!Array.isArray(ids)) invalidateList(cache, "notifications");
    else for (const id of ids) cache.writeFragment(ReadAt, { id, readAt: new Date().toISOString() });
  },
});

/** Marks some news as read, or all of it; the inbox shows it at once. */
export function useMarkRead(): { busy: boolean; mark: (ids: string[] | null) => Promise<boolean> } {
  const [{ fetching }, run] = useMutation(MarkRead);
  return { busy: fetching, mark: async (ids) => !(await run({ ids })).error };
}
