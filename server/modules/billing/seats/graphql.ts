import { builder } from "../../../platform/graphql/builder.ts";
import { Family } from "../../identity/refs.ts";
import { chooseSeats, seatsOf } from "./seats.ts";
import type { Seats } from "./seats.ts";

const SeatsType = builder.objectRef<Seats>("Seats").implement({
  description:
    "The profiles that a plan is for. Profiles without a seat see free classes; nothing is deleted.",
  fields: (t) => ({
    count: t.exposeInt("count", { description: "With the owner's." }),
    personIds: t.idList({ description: "The owner first.", resolve: ({ personIds }) => [...personIds] }),
  }),
});

builder.objectFields(Family, (t) => ({
  seats: t.field({
    type: SeatsType,
    nullable: true,
    description: "Null without a subscription that grants access.",
    resolve: ({ accountId }, _args, ctx) => seatsOf(ctx, accountId),
  }),
}));

builder.mutationField("familySeatsChoose", (t) =>
  t.field({
    type: Family,
    description: "Chooses who has a seat beside the owner. Seats that are left go to the oldest profiles.",
    args: { memberIds: t.arg.idList({ required: true }) },
    resolve: async (_root, { memberIds }, ctx) => ({
      accountId: await chooseSeats(ctx, memberIds.map(String)),
      activeId: ctx.viewer!.personId,
    }),
  }),
);
