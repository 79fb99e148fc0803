export { agreedToEmailSql, notifyOfMessage, reachedByPushSql } from "./messages.ts";
export type { Notified } from "./messages.ts";
export type { MessageKind } from "./kinds/index.ts";
export { forgetDevices, mergeNotifications } from "./people.ts";
