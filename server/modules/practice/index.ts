export { seedLoops } from "./mastery/index.ts";
export { mergePractice } from "./merge.ts";
export { completedAfter } from "./completions.ts";
export { savedOrStarted, saversOfClass } from "./savers.ts";
export { closeCalendars } from "./plan/calendar.ts";
export { closePlaylists, seedPlaylist } from "./playlists/playlists.ts";
export { seedSavedClasses } from "./saved-classes.ts";
export { planOfToday } from "./plan/today.ts";
export { leaveAllRooms } from "./rooms/room.ts";
export {
  dancedSince,
  dancedSql,
  dancersOfStyleSql,
  dancersSinceSql,
  isRareStyle,
  dancesSql,
  firstClassSql,
  practiceDaysOf,
  practiceSummaries,
} from "./people.ts";
export { playsBetween, seedFigures } from "./figures/store.ts";
export { completedBeforeSql } from "./store-completions.ts";
export { defineCourseSteps } from "./plan/course-share.ts";
export { completedClassIds, practiceOf } from "./class-practice.ts";
export { defineSetSource } from "./set/sources.ts";
export { seedRatings } from "./ratings/ratings.ts";
export type { SeededRating } from "./ratings/store.ts";
export { countDueClasses } from "./summaries/summaries.ts";
