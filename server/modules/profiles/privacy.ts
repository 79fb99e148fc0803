import type { Audience, Privacy, ProfilePart, Relation } from "./store.ts";

/** The viewer of a page, relative to its owner. */
export interface Onlooker extends Pick<Relation, "isFollowing" | "isFollowed"> {
  /** Whether the page is the viewer's own. */
  readonly isSelf: boolean;
  /** Whether the viewer has registered. */
  readonly isMember: boolean;
}

/** Whether a viewer belongs to an audience. */
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

/** Whether a viewer may see a part of a page. */
export function mayView(privacy: Privacy, part: ProfilePart, onlooker: Onlooker): boolean {
  return isOfAudience(privacy[part], onlooker);
}
