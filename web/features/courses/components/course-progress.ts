import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

/** What joining, leaving and practicing change of a course. */
export const CourseProgressFragment = graphql(`
  fragment CourseProgress on Course {
    id
    isJoined
    startsOn
    startDays
    completedAt
    progress {
      completedCount
      next {
        place
        eights
        knownEights
        studioClass {
          id
          classId
          title
          isLocked
        }
      }
      classes {
        place
        week
        isOpen
        isCompleted
        opensOn
        opensAfter
        eights
        knownEights
        studioClass {
          id
          classId
          title
          isLocked
          isFree
          isSoldApart
          accessType
          video {
            durationInMs
          }
        }
      }
    }
  }
`);
export type CourseProgress = ResultOf<typeof CourseProgressFragment>;
export type CourseClass = CourseProgress["progress"]["classes"][number];
