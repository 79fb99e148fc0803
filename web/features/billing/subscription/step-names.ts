/** Steps of a subscription change, as named by the search parameter `do`. */
const stepNames = ["plan", "pause", "pay", "cancel", "start", "code"] as const;
export type StepName = (typeof stepNames)[number];

export const isStepName = (value: unknown): value is StepName => stepNames.some((name) => name === value);
