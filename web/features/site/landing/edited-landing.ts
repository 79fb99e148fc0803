import { graphql, type ResultOf, type VariablesOf } from "../../../graphql/graphql.ts";

export const EditedLandingFragment = graphql(`
  fragment EditedLanding on EditedLandingPage {
    version
    savedAt
    publishedAt
    isChanged
    draft {
      title
      description
      blocks {
        id
        kind
        title
        text
        classIds
        classes {
          id
          title
        }
        courseId
        instructors {
          slug
        }
        items {
          id
          title
          text
          isAgreed
        }
      }
    }
  }
`);
export type EditedLanding = ResultOf<typeof EditedLandingFragment>;

export const SaveLanding = graphql(
  `
    mutation SaveLandingPage($version: Int!, $input: LandingPageInput!) {
      saveLandingPage(version: $version, input: $input) {
        ...EditedLanding
      }
    }
  `,
  [EditedLandingFragment],
);
export type LandingInput = VariablesOf<typeof SaveLanding>["input"];
