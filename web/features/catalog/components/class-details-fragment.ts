import { graphql } from "../../../graphql/graphql.ts";

/** What the description list of a class shows. */
export const ClassDetailsFragment = graphql(`
  fragment ClassDetails on StudioClass {
    id
    level
    type
    accessType
    isFree
    isSoldApart
    isExplicit
    leavesAt
    section {
      slug
      name
    }
    categories {
      slug
      name
    }
    video {
      angles {
        key
        label
      }
    }
    songs {
      startMs
      endMs
      song {
        id
        slug
        title
        artist
      }
    }
    beatGrid {
      startMs
      bpm
    }
  }
`);
