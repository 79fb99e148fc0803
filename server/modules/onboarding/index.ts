export { mergePreferences } from "./preferences.ts";
