export { seedLoops } from "./mastery/index.ts";
export { mergePractice } from "./merge.ts";
export { completedAfter } from "./completions.ts";
export { planOfToday } from "./plan/today.ts";
