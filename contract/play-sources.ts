import { paths } from "./urls.ts";

/**
 * What a play came from: the page before the class, or the email or notification that linked to it. Stored and counted without the person:
 * keys never change.
 */
export const playSources = [
  "home",
  "library",
  "search",
  "set",
  "playlist",
  "saved",
  "plan",
  "course",
  "instructor",
  "song",
  "challenge",
  "community",
  "notification",
  "message",
  "email",
  // A link from elsewhere, a bookmark, or a typed address.
  "link",
  "other",
] as const;
export type PlaySource = (typeof playSources)[number];

/** The search parameter of a class's address that says what linked to it. */
export const linkedFrom = "from";

/** A path in an email or a notification; of a class it says so. */
export const pathIn = (source: "email" | "notification", path: string): string =>
  path.startsWith(paths.studioClass(""))
    ? `${path}${path.includes("?") ? "&" : "?"}${linkedFrom}=${source}`
    : path;
