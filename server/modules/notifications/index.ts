export { mergeNotifications } from "./merge.ts";
