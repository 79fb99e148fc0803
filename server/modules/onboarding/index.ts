export { daysPerWeekOf, goalSlugs, mergePreferences } from "./preferences.ts";
export { childrenSql } from "./store-children.ts";
export { answersSql } from "./store.ts";
export type { GivenAnswers } from "./store.ts";
export { giveOptionPreview } from "./editor.ts";
export { seedAnswers } from "./preferences.ts";
