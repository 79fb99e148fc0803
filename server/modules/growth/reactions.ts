import { defineReaction } from "../../platform/events.ts";
import { personRemoved } from "../identity/events.ts";
import { forgetPerson } from "./people.ts";

/** What follows from others' news. Merged people are handed over in the merge itself. */
export const reactions = [
  defineReaction("growth.forget_person", personRemoved, (ctx, { personId }) =>
    ctx.transact((tx) => forgetPerson(tx, personId)),
  ),
];
