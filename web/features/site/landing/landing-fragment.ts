import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { CourseCardFragment } from "../../courses/public/course-card.tsx";
import { ShownExperimentFragment } from "../../growth/public/use-exposure.ts";
import { PriceListFragment } from "../../billing/public/price-list-fragment.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

/** What visitors see of the landing page. */
export const LandingFragment = graphql(
  `
    fragment Landing on LandingPage {
      title
      experiment {
        ...ShownExperiment
      }
      blocks {
        id
        kind
        title
        text
        classes {
          id
          ...ClassSummary
        }
        course {
          id
          ...CourseCard
        }
        instructors {
          slug
          name
          bio
          faceURL
        }
        plans {
          id
          ...PriceList
        }
        items {
          id
          title
          text
        }
      }
    }
  `,
  [ClassSummaryFragment, CourseCardFragment, PriceListFragment, ShownExperimentFragment],
);
export type Block = ResultOf<typeof LandingFragment>["blocks"][number];
