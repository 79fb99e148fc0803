export { forgetDevices, mergeNotifications } from "./people.ts";
