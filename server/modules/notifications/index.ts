export { mergeNotifications } from "./people.ts";
