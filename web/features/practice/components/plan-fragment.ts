import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { ClassSummaryFragment } from "../../catalog/public/class-summary.ts";
import { ReasonFragment } from "../public/plan-labels.ts";
import { WeekStripFragment } from "../public/week-strip.tsx";

/** A planned session as its row shows it. */
export const PlannedFragment = graphql(
  `
    fragment Planned on PlannedClass {
      id
      date
      done
      movedFrom
      reasonKind
      reasonDetail
      ...PlanReason
      studioClass {
        id
        ...ClassSummary
      }
    }
  `,
  [ReasonFragment, ClassSummaryFragment],
);
export type Planned = ResultOf<typeof PlannedFragment>;

/** A whole plan, as its page shows it. */
export const PlanFragment = graphql(
  `
    fragment Plan on WeekPlan {
      weekStart
      today
      isTailored
      classes {
        id
        ...Planned
      }
      skipped {
        id
        ...Planned
      }
      startNow {
        id
        ...Planned
      }
      holidays {
        from
        to
      }
      settings {
        minutes
        isMinutesChosen
        startsAt
      }
      ...WeekStrip
    }
  `,
  [PlannedFragment, WeekStripFragment],
);
