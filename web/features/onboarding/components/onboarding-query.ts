import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

export const OnboardingQuery = graphql(`
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
`);

export type Onboarding = ResultOf<typeof OnboardingQuery>;
