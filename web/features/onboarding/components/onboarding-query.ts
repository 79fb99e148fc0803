import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { ShownExperimentFragment } from "../../growth/public/use-exposure.ts";

export const OnboardingQuery = graphql(
  `
    query Onboarding {
      userPreferenceOptions {
        type
        isMultiple
        selectedSlugs
        options {
          slug
          label
          description
          previewUrl
        }
      }
      userPreferenceOptionsVariantB {
        type
      }
      onboardingList {
        list
        experiment {
          ...ShownExperiment
        }
      }
      children {
        id
        age
        level
      }
      categories {
        slug
        name
        description
        section
        isFollowing
        previewVideoUrl
      }
      forYouClasses(first: 1) {
        id
        thumbnailImageUrl
      }
    }
  `,
  [ShownExperimentFragment],
);

export type Onboarding = ResultOf<typeof OnboardingQuery>;
