import { graphql } from "../../../graphql/graphql.ts";

/** What a follow button needs. */
export const FollowFragment = graphql(`
  fragment FollowState on Follow {
    id
    kind
    slug
    name
    isFollowing
  }
`);
