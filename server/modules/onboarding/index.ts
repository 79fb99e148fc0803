export { daysPerWeekOf, goalSlugs, mergePreferences } from "./preferences.ts";
export { childrenSql } from "./children/store.ts";
export { answersSql } from "./store.ts";
export type { GivenAnswers } from "./store.ts";
export { giveOptionPreview } from "./editing/editing.ts";
export { seedAnswers } from "./preferences.ts";
