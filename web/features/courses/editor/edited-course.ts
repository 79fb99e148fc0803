import { graphql, type ResultOf, type VariablesOf } from "../../../graphql/graphql.ts";

export const EditedCourseFragment = graphql(`
  fragment EditedCourse on StudioCourse {
    id
    slug
    title
    description
    pace
    starts {
      startsOn
      participantsCount
    }
    knownPercent
    opensByWeek
    isFirstFree
    prerequisite {
      id
      title
    }
    image {
      imageUrl
      x
      y
      classId
      thumbnailImageUrl
    }
    publishedAt
    participantsCount
    revision
    classes {
      classId
      week
      title
      studioClass {
        id
        accessType
        video {
          durationInMs
        }
      }
    }
  }
`);
export type EditedCourse = ResultOf<typeof EditedCourseFragment>;

export const CreateCourse = graphql(
  `
    mutation CreateCourse($input: CourseInput!, $idempotencyKey: String!) {
      createCourse(input: $input, idempotencyKey: $idempotencyKey) {
        id
        ...EditedCourse
      }
    }
  `,
  [EditedCourseFragment],
);
export type CourseInput = VariablesOf<typeof CreateCourse>["input"];
export type Pace = CourseInput["pace"];
