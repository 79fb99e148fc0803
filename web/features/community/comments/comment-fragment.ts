import { graphql } from "../../../graphql/graphql.ts";
import { AuthorFragment } from "../components/author-line.tsx";

/** A comment without its replies. */
export const CommentLabelsFragment = graphql(
  `
    fragment CommentWords on Comment {
      id
      text
      createdAt
      editedAt
      likesCount
      likedByMe
      reportedByMe
      atMs
      isDeleted
      isWaiting
      isHeld
      author {
        id
        ...Author
      }
    }
  `,
  [AuthorFragment],
);

/** A comment with the first of its replies. */
export const CommentFragment = graphql(
  `
    fragment Comment on Comment {
      id
      repliesCount
      reportedByMe
      ...CommentWords
      replies {
        id
        reportedByMe
        ...CommentWords
      }
    }
  `,
  [CommentLabelsFragment],
);

/** A page of comments. */
export const DiscussionFragment = graphql(
  `
    fragment Discussion on CommentPage {
      nextCursor
      items {
        id
        ...Comment
      }
    }
  `,
  [CommentFragment],
);
