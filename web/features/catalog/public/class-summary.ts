import { graphql } from "../../../graphql/graphql.ts";

/** What cards, rows and lists show of a class, and what decides whether it can be played. */
export const ClassSummaryFragment = graphql(`
  fragment ClassSummary on StudioClass {
    id
    classId
    title
    thumbnailImageUrl
    imageFocus
    type
    level
    accessType
    isSoldApart
    isExplicit
    isLocked
    leavesAt
    trailerUrl
    styleV2 {
      slug
      name
    }
    instructor {
      slug
      name
      faceURL
    }
    video {
      durationInMs
      encodingStatus
      encodingPercent
    }
    userProgress {
      completed
      percent
    }
  }
`);
