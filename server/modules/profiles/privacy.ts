import type { Audience, Privacy, ProfilePart, Relation } from "./store.ts";

/** Who looks at a page. */
export interface Onlooker extends Pick<Relation, "isFollowing" | "isFollowed"> {
  /** The page is their own. */
  readonly isSelf: boolean;
  /** They have registered. */
  readonly isMember: boolean;
}

/** Whether somebody is of an audience. */
export function isOfAudience(audience: Audience, onlooker: Onlooker): boolean {
  if (onlooker.isSelf) return true;
  switch (audience) {
    case "everyone":
      return true;
    case "members":
      return onlooker.isMember;
    case "crew":
      return onlooker.isMember && onlooker.isFollowing && onlooker.isFollowed;
    case "me":
      return false;
  }
}

/** Whether somebody may see a part of a page. */
export function mayView(privacy: Privacy, part: ProfilePart, onlooker: Onlooker): boolean {
  return isOfAudience(privacy[part], onlooker);
}
