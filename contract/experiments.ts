/** What an experiment can vary: parts of pages that code knows. The studio writes variant B's value in the browser. */
export const experimentSubjects = ["landing_hero", "checkout_interval", "onboarding_order"] as const;
export type ExperimentSubject = (typeof experimentSubjects)[number];

export type Variant = "control" | "variant-b";
