export { seedLoops } from "./mastery/index.ts";
export { mergePractice } from "./merge.ts";
export { recordPractice } from "./progress.ts";
export type { Progress } from "./records.ts";
export { completedAfter } from "./completions.ts";
export { planOfToday } from "./plan/today.ts";
