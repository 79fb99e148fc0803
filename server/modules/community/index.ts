export { decisionTitle } from "./moderation/decision-email.ts";
export type { DecisionFacts } from "./moderation/decision-email.ts";
export { casesWaiting } from "./moderation/moderation.ts";
export { mergeCommunity } from "./merge.ts";
export { post } from "./posts.ts";
export { upload, uploaderOf } from "./uploads/uploads.ts";
export { plainText } from "./text.ts";
export { seedCommunity } from "./seed.ts";
export type { SeededText } from "./seed.ts";
