import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

/** A class in a playlist, as its rows show it. */
export const PlaylistClassFragment = graphql(`
  fragment PlaylistClass on StudioClass {
    id
    classId
    title
    thumbnailImageUrl
    isLocked
    accessType
    isSoldApart
    instructor {
      slug
      name
    }
    video {
      durationInMs
    }
  }
`);
export type PlaylistClass = ResultOf<typeof PlaylistClassFragment>;
