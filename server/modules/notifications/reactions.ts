import { defineReaction } from "../../platform/events.ts";
import type { Reaction } from "../../platform/events.ts";
import { mailComplained } from "../../platform/mail/webhooks/events.ts";
import { personRemoved } from "../identity/events.ts";
import { personBlocked } from "../profiles/events.ts";
import { fanOutJob } from "./fan-out.ts";
import { partInboxes } from "./inbox.ts";
import { sourcesByReaction } from "./kinds/index.ts";
import { messageKinds } from "./kinds/studio.ts";
import { notify } from "./notify.ts";
import { forgetPerson } from "./people.ts";
import { stopMails } from "./settings.ts";

/** One reaction delivers all sources that share its name, in one transaction. */
const deliveries: Reaction[] = [...sourcesByReaction].map(([name, sources]) =>
  defineReaction(name, sources[0]!.event, async (ctx, payload, { id }) => {
    const small = sources.filter(({ isPaged }) => !isPaged);
    const found = await Promise.all(
      small.map(async ({ kind, suffix, deliver }) =>
        (await deliver(ctx, payload, null)).deliveries.map((delivery) => ({
          sourceId: `${id}${suffix}`,
          ...delivery,
          kind,
        })),
      ),
    );
    await ctx.transact(async (tx) => {
      for (const notification of found.flat()) await notify(tx, notification);
      if (small.length < sources.length)
        await tx.enqueue(
          fanOutJob,
          { sourceId: id, reaction: name, payload, after: null },
          { key: `${name}:${id}` },
        );
    });
  }),
);

export const reactions = [
  ...deliveries,
  defineReaction("notifications.part", personBlocked, (ctx, { personId, otherId }) =>
    ctx.transact((tx) => partInboxes(tx, personId, otherId)),
  ),
  // Who calls an email spam takes back the consent to what the studio writes.
  defineReaction("notifications.withdraw_consent", mailComplained, async (ctx, { personId }) => {
    for (const kind of messageKinds) await stopMails(ctx, personId, kind);
  }),
  defineReaction("notifications.forget_actor", personRemoved, (ctx, { personId }) =>
    ctx.transact((tx) => forgetPerson(tx, personId)),
  ),
];
