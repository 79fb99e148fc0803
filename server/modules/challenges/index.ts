export { countCompletion, mergeChallenges, recountEverybody } from "./awards.ts";
export { seedChallenges } from "./seed.ts";
export type { NewChallenge } from "./seed.ts";
