import { useLingui } from "@lingui/react/macro";
import { Suspense, type ReactNode } from "react";
import type { TypedDocumentNode } from "@urql/core";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type FragmentOf, type ResultOf, type VariablesOf } from "../../../graphql/graphql.ts";
import { lazyPart } from "../../../lib/lazy-part.ts";
import { useMe } from "../components/use-me.ts";
import { DiscussionFragment } from "./comment-fragment.ts";
import type { Subject } from "./use-comment.ts";

const { Part: CommentList, preload } = lazyPart(async () => (await import("./comment-list.tsx")).CommentList);
preload();

type Comments = FragmentOf<typeof DiscussionFragment>;

type DiscussionProps = {
  subject: Subject;
  /** Path of the page, for permalinks of comments. */
  path: string;
  /** The profile that may remove comments here. */
  ownerId: string | null;
  /** Shown in a heading if not null; otherwise only screen readers get the heading. */
  count: number | null;
  /** The first page, newest first. */
  first: Comments;
  /** Opens the moment that a comment names, in milliseconds. Without it, moments aren't links. */
  onMoment?: ((ms: number) => void) | undefined;
};

/** The comments on a post, a video or a class, with the comment form. Their first page comes with the subject. */
export function Discussion({ subject, path, ownerId, count, first, onMoment }: DiscussionProps) {
  const { t } = useLingui();
  const me = useMe();
  const heading = (
    <h2 className={count === null ? "sr-only" : "d2"} id="comments">
      {t`Comments`}
    </h2>
  );
  return (
    <section className={count === null ? undefined : "sec"} aria-labelledby="comments">
      {count === null ? (
        heading
      ) : (
        <div className="sec-h">
          {heading}
          {count > 0 && <span className="t1 muted tn">{count}</span>}
        </div>
      )}
      <Suspense>
        <CommentList
          subject={subject}
          me={me}
          ownerId={ownerId}
          path={path}
          onMoment={onMoment}
          first={first}
          earlier={(after, show) => <EarlierComments subject={subject} after={after} show={show} />}
        />
      </Suspense>
    </section>
  );
}

const EarlierPostComments = graphql(
  `
    query EarlierPostComments($id: ID!, $after: String) {
      subject: post(id: $id) {
        id
        discussion(pagination: { first: 20, after: $after }) {
          ...Discussion
        }
      }
    }
  `,
  [DiscussionFragment],
);
const EarlierVideoComments = graphql(
  `
    query EarlierVideoComments($id: ID!, $after: String) {
      subject: videoUpload(id: $id) {
        id
        discussion(pagination: { first: 20, after: $after }) {
          ...Discussion
        }
      }
    }
  `,
  [DiscussionFragment],
);
const EarlierClassComments = graphql(
  `
    query EarlierClassComments($id: ID!, $after: String) {
      subject: studioClass(id: $id) {
        id
        discussion(pagination: { first: 20, after: $after }) {
          ...Discussion
        }
      }
    }
  `,
  [DiscussionFragment],
);

type EarlierQuery = TypedDocumentNode<
  ResultOf<typeof EarlierPostComments>,
  VariablesOf<typeof EarlierPostComments>
>;
const earlierQueries: Record<Subject["kind"], EarlierQuery> = {
  post: EarlierPostComments,
  video: EarlierVideoComments,
  class: EarlierClassComments,
};

/** The page of comments after a cursor. */
function EarlierComments({
  subject: { kind, id },
  after,
  show,
}: {
  subject: Subject;
  after: string;
  show: (page: Comments) => ReactNode;
}) {
  const [{ data }] = useQuery({ query: earlierQueries[kind], variables: { id, after } });
  return data?.subject ? show(data.subject.discussion) : null;
}
