/** What cohorts of members are split by: not at all, the plan of the first paid term, how they came, or the class they danced first. */
export const cohortSplits = ["all", "plan", "source", "first_class"] as const;
export type CohortSplit = (typeof cohortSplits)[number];
