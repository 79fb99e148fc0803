import { builder } from "../../../platform/graphql/builder.ts";
import { studentOffer } from "./students.ts";
import type { StudentOffer } from "./students.ts";

const Offer = builder.objectRef<StudentOffer>("StudentOffer").implement({
  description: "The student price: a promo code that students redeem.",
  fields: (t) => ({
    code: t.exposeString("code"),
    basisPoints: t.exposeInt("basisPoints", { description: "Hundredths of a percent off the price." }),
    months: t.exposeInt("months", { description: "How long it holds. Then the normal price is charged." }),
    planIds: t.stringList({
      nullable: true,
      description: "Null: every plan.",
      resolve: ({ planIds }) => planIds && [...planIds],
    }),
    isEligible: t.exposeBoolean("isEligible", {
      description: "The viewer verified an email address of a school, or staff approved them.",
    }),
  }),
});

builder.queryField("studentOffer", (t) =>
  t.field({
    type: Offer,
    nullable: true,
    description: "The student price that the viewer can still have; null if there is none.",
    resolve: (_root, _args, ctx) => studentOffer(ctx),
  }),
);
