export { daysPerWeekOf, mergePreferences } from "./preferences.ts";
