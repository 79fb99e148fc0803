import { graphql } from "../../../graphql/graphql.ts";
import { AuthorFragment } from "../components/author-line.tsx";

/** A comment without its replies. */
export const CommentBodyFragment = graphql(
  `
    fragment CommentBody on Comment {
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
      ...CommentBody
      replies {
        id
        reportedByMe
        ...CommentBody
      }
    }
  `,
  [CommentBodyFragment],
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
