export { agreedToEmailSql, notifyOfMessage, reachedByPushSql } from "./messages.ts";
export type { Notified } from "./messages.ts";
export { forgetDevices, mergeNotifications, takeOverConsent } from "./people.ts";
