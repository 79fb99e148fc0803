import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

export const ExperimentFragment = graphql(`
  fragment StudioExperiment on StudioExperiment {
    id
    name
    status
    version
    subject
    value {
      title
      text
      interval
    }
    controlValue {
      title
      text
      interval
    }
    goal
    expectedRate
    minDifference
    plannedSize
    share
    countries
    since
    endedAt
    chosen
    hasFlag
    control
    variant
    isComplete
    isMismatched
    goals {
      goal
      control {
        converted
        share
        interval {
          low
          high
        }
      }
      variant {
        converted
        share
        interval {
          low
          high
        }
      }
      lift {
        difference
        low
        high
      }
    }
  }
`);
export type Experiment = ResultOf<typeof ExperimentFragment>;
