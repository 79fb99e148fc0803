import type { ReactNode } from "react";
import type { TypedDocumentNode } from "@urql/core";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type FragmentOf, type ResultOf, type VariablesOf } from "../../../graphql/graphql.ts";
import { DiscussionFragment } from "./comment-fragment.ts";
import type { Subject } from "./use-comment.ts";

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

/** Fetches the page of comments after a cursor. */
export function EarlierComments({
  subject: { kind, id },
  after,
  show,
}: {
  subject: Subject;
  after: string;
  show: (page: FragmentOf<typeof DiscussionFragment>) => ReactNode;
}) {
  const [{ data }] = useQuery({ query: earlierQueries[kind], variables: { id, after } });
  return data?.subject ? show(data.subject.discussion) : null;
}
