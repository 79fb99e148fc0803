export { countCompletion, mergeChallenges, rebuildAchievements } from "./awards.ts";
export { badgeEarnedOf } from "./badges.ts";
export { challengeOf } from "./challenges.ts";
export { participantsOf } from "./lifecycle.ts";
export { seedChallenges } from "./seed.ts";
export type { NewChallenge } from "./seed.ts";
export { badgeName, challengeTitle } from "./translations.ts";
export { sharedBadge, sharedChallenge } from "./sharing.ts";
