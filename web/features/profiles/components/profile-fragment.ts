import { graphql } from "../../../graphql/graphql.ts";

/** The texts of a profile page. */
export const ProfileTextFragment = graphql(`
  fragment ProfileBody on User {
    id
    username
    name
    photoURL
    bio
    isMe
    instructorSlug
    totalLikesCount
    followersCount
    followingCount
    isFollowing
    isFollowingMe
    isBlockedByMe
    isMutedByMe
    links {
      url
      title
    }
  }
`);
