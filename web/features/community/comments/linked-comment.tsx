import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { CommentThread, type Talk } from "./comment-thread.tsx";
import { CommentFragment } from "./comment-fragment.ts";

const LinkedCommentQuery = graphql(
  `
    query LinkedComment($id: ID!) {
      comment(id: $id) {
        id
        replyToId
        ...Comment
      }
    }
  `,
  [CommentFragment],
);

/** The comment that the URL links to, if it isn't on the first page. */
export function LinkedComment({ id, talk }: { id: string; talk: Talk }) {
  const [{ data }] = useQuery({ query: LinkedCommentQuery, variables: { id } });
  const found = data?.comment;
  const parentId = found?.replyToId ?? "";
  const [{ data: above }] = useQuery({
    query: LinkedCommentQuery,
    variables: { id: parentId },
    pause: parentId === "",
  });
  const shown = parentId ? above?.comment : found;
  return shown ? <CommentThread comment={shown} talk={talk} /> : null;
}
