import { t } from "@lingui/core/macro";
import type { PlaySource } from "../../../../contract/play-sources.ts";

/** What plays of a class came from, as staff read it. */
export const sourceLabels = (): Record<PlaySource, string> => ({
  home: t`Home`,
  library: t`Library`,
  search: t`Search`,
  set: t`Today’s set`,
  playlist: t`Playlists`,
  saved: t`Saved`,
  plan: t`Weekly plan`,
  course: t`Courses`,
  instructor: t`Instructor’s page`,
  song: t`Songs`,
  challenge: t`Challenges`,
  community: t`Community`,
  notification: t`Notifications`,
  message: t`News`,
  email: t`Email`,
  link: t`Links from elsewhere`,
  other: t`Other`,
});
