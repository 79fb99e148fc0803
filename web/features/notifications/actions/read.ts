import { useMutation } from "urql";
import { graphql } from "../../../graphql/graphql.ts";

const MarkRead = graphql(`
  mutation MarkNotificationsRead($ids: [ID!]) {
    markNotificationsRead(ids: $ids) {
      id
      unread
    }
  }
`);

/** Marks some news as read, or all of it; the inbox shows it at once. */
export function useMarkRead(): { busy: boolean; mark: (ids: string[] | null) => Promise<boolean> } {
  const [{ fetching }, run] = useMutation(MarkRead);
  return { busy: fetching, mark: async (ids) => !(await run({ ids })).error };
}
