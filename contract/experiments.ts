/** What an experiment can vary: parts of pages that code knows. The studio writes variant B's value in the browser. */
export const experimentSubjects = ["landing_hero", "checkout_interval", "onboarding_order"] as const;
export type ExperimentSubject = (typeof experimentSubjects)[number];

export type Variant = "control" | "variant-b";

/** Goals of an experiment: a sign-up, a trial, a payment, a first class danced to its end. */
export const experimentGoals = ["registered", "trial", "paid", "danced"] as const;
export type ExperimentGoal = (typeof experimentGoals)[number];

/**
 * What people can still do for the first time after they saw a subject. Most who open the checkout have signed up and danced before,
 * so that these goals would count almost no one.
 */
export const subjectGoals: Readonly<Record<ExperimentSubject, readonly ExperimentGoal[]>> = {
  landing_hero: experimentGoals,
  checkout_interval: ["trial", "paid"],
  onboarding_order: experimentGoals,
};
