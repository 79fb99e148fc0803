import { defineReaction } from "../../platform/events.ts";
import { subscriptionChanged } from "../billing/events.ts";
import { guestsDeleted, personRegistered, personRemoved } from "../identity/events.ts";
import { surveyAnswered } from "../onboarding/events.ts";
import { classCompleted } from "../practice/events.ts";
import { deleteRecordsOf, forgetPerson } from "./people.ts";
import { noteReached } from "./reports/visitors.ts";

/** Reactions to other modules' events. Merged people are transferred in the merge itself. */
export const reactions = [
  defineReaction("growth.forget_person", personRemoved, (ctx, { personId }) =>
    ctx.transact((tx) => forgetPerson(tx, personId)),
  ),
  defineReaction("growth.delete_records_of_guests", guestsDeleted, async (ctx, { personIds }) => {
    await deleteRecordsOf(ctx, personIds);
  }),
  defineReaction(
    "growth.note_subscription",
    subscriptionChanged,
    async (ctx, { accountId, status }, facts) => {
      if (status === "in_trial") await noteReached(ctx, accountId, "trial", facts.occurredAt);
      if (status === "active") await noteReached(ctx, accountId, "paid", facts.occurredAt);
    },
  ),
  defineReaction("growth.note_registered", personRegistered, (ctx, { personId }, facts) =>
    noteReached(ctx, personId, "registered", facts.occurredAt),
  ),
  defineReaction("growth.note_survey", surveyAnswered, (ctx, { personId, slug }, facts) =>
    noteReached(ctx, personId, "survey", facts.occurredAt, slug),
  ),
  defineReaction("growth.note_danced", classCompleted, (ctx, { personId, completedAt }) =>
    noteReached(ctx, personId, "danced", new Date(completedAt)),
  ),
];
