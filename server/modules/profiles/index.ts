export { mergeProfiles } from "./merge.ts";
export { muteReported, seedFollows } from "./people.ts";
export {
  mayViewPart,
  mayViewPartOf,
  profileByUsername,
  profileLoader,
  publicPhotoLoader,
  videoPageOf,
} from "./profile.ts";
export { followedSql, isBlockedSql, isOfAudienceSql, isUnseenSql } from "./store.ts";
export type { Audience } from "./store.ts";
