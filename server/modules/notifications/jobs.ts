import { z } from "zod";
import { defineJob } from "../../platform/jobs/job.ts";
import { mailItem, sendDigests } from "./emails.ts";
import { sendPush } from "./push.ts";
import { prune } from "./prune.ts";

/** Sends one item as a push message to one browser. */
export const pushJob = defineJob({
  name: "notifications.push",
  schema: z.object({ itemId: z.uuid(), deviceId: z.uuid() }),
  maxAttempts: 6,
  run: sendPush,
});
/** Emails one item at once. */
export const mailJob = defineJob({
  name: "notifications.mail",
  schema: z.object({ itemId: z.uuid() }),
  maxAttempts: 10,
  run: (ctx, { itemId }) => mailItem(ctx, itemId),
});
/** Emails every digest that is due. */
export const digestJob = defineJob({
  name: "notifications.send_digests",
  schema: z.object({}),
  maxAttempts: 5,
  run: (ctx) => sendDigests(ctx),
});
/** Deletes old items. */
export const pruneJob = defineJob({
  name: "notifications.prune",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx, _payload, { signal }) => prune(ctx, signal),
});
