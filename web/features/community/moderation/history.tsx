import { useLingui } from "@lingui/react/macro";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { formatMoment } from "../../../lib/formats.ts";
import { Markdown } from "../components/markdown.tsx";

const PostRevisionsQuery = graphql(`
  query PostRevisions($id: ID!) {
    post(id: $id) {
      id
      revisions {
        text
        replacedAt
      }
    }
  }
`);
const CommentRevisionsQuery = graphql(`
  query CommentRevisions($id: ID!) {
    comment(id: $id) {
      id
      revisions {
        text
        replacedAt
      }
    }
  }
`);

/** Earlier versions of a post or a comment, latest first. */
export function History({ kind, id }: { kind: "post" | "comment"; id: string }) {
  const { t } = useLingui();
  const isPost = kind === "post";
  const [{ data: post }] = useQuery({ query: PostRevisionsQuery, variables: { id }, pause: !isPost });
  const [{ data: comment }] = useQuery({ query: CommentRevisionsQuery, variables: { id }, pause: isPost });
  const revisions = (isPost ? post?.post : comment?.comment)?.revisions ?? [];
  return (
    <ol className="stack history">
      {revisions.map(({ text, replacedAt }) => (
        <li key={replacedAt}>
          <p className="t1 faint">{t`Until ${formatMoment(new Date(replacedAt), "dateTime")}`}</p>
          <Markdown text={text} />
        </li>
      ))}
    </ol>
  );
}
