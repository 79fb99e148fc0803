export { mergeProfiles } from "./merge.ts";
export { muteReported, seedFollows } from "./people.ts";
export { isOfAudience } from "./privacy.ts";
export type { Onlooker } from "./privacy.ts";
export { mayViewPart, mayViewPartOf, profileByUsername, profileLoader, videoPageOf } from "./profile.ts";
export { audiences, followedSql, isBlockedSql, isOfAudienceSql, isUnseenSql } from "./store.ts";
export type { Audience, Privacy, ProfilePart, ProfileRow } from "./store.ts";
