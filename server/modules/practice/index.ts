export { seedLoops } from "./mastery/index.ts";
export { mergePractice } from "./merge.ts";
export { completedAfter } from "./completions.ts";
export { closeCalendars } from "./plan/calendar.ts";
export { seedSavedClasses } from "./saved-classes.ts";
export { planOfToday } from "./plan/today.ts";
export { leaveAllRooms } from "./rooms/room.ts";
export { dancedSince, dancedSql, practiceSummaries } from "./people.ts";
