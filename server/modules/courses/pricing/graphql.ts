import { builder } from "../../../platform/graphql/builder.ts";
import { Plan, PlanOpensKind, PlanPriceInput, Subscription } from "../../billing/refs.ts";
import { Course } from "../refs.ts";
import { courseById } from "../courses.ts";
import { changeOwnPrice, ownOffers, setOwnPrice } from "./pricing.ts";
import type { OwnOffer } from "./pricing.ts";

const confirmed = "CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.";

const OwnOfferType = builder.objectRef<OwnOffer>("OwnOffer").implement({
  description: "A price that opens one course or class alone, as offered to the viewer.",
  fields: (t) => ({
    id: t.id({ description: "That of its plan.", resolve: ({ plan }) => plan.id }),
    plan: t.expose("plan", { type: Plan }),
    course: t.expose("course", { type: Course, nullable: true, description: "Null for the class alone." }),
  }),
});
const OwnPrice = builder.objectRef<{ id: string; version: number }>("OwnPrice").implement({
  fields: (t) => ({ id: t.exposeID("id"), version: t.exposeInt("version") }),
});
const OwnPriceInput = builder.inputType("OwnPriceInput", {
  fields: (t) => ({
    kind: t.field({ type: PlanOpensKind, required: true }),
    id: t.id({ required: true, description: "Of the course or class." }),
    days: t.int({ description: "For how long it opens; without: to keep." }),
    isOnlyWay: t.boolean({ required: true, description: "Whether no plan opens it as well." }),
    prices: t.field({ type: [PlanPriceInput], required: true }),
  }),
});

builder.objectField(Subscription, "course", (t) =>
  t.field({
    type: Course,
    nullable: true,
    description: "The published course that was bought alone; null for what else was bought.",
    resolve: async ({ opensId }, _args, ctx) => {
      const course = opensId ? await courseById(ctx, opensId) : null;
      return course?.publishedAt ? course : null;
    },
  }),
);
builder.queryField("ownOffers", (t) =>
  t.field({
    type: [OwnOfferType],
    description:
      "What opens a course, or a class: for a class, its own price and those of the published courses that it is in.",
    args: { courseId: t.arg.id(), classId: t.arg.id(), countryCode: t.arg.string() },
    resolve: (_root, { courseId, classId, countryCode }, ctx) =>
      ownOffers(ctx, {
        courseId: courseId ?? null,
        classId: classId ?? null,
        countryCode: countryCode ?? null,
      }),
  }),
);
builder.mutationFields((t) => ({
  ownPriceCreate: t.field({
    type: OwnPrice,
    description: `Puts a course or class on sale alone, from today on. ${confirmed}`,
    args: { input: t.arg({ type: OwnPriceInput, required: true }) },
    resolve: (_root, { input: { kind, id, days, isOnlyWay, prices } }, ctx) =>
      setOwnPrice(ctx, { kind, id }, { days: days ?? null, isOnlyWay, prices }),
  }),
  ownPriceEdit: t.field({
    type: OwnPrice,
    description: `Offers a course or class alone, or no more. Who bought it keeps it. ${confirmed}`,
    args: {
      id: t.arg.id({ required: true }),
      version: t.arg.int({ required: true }),
      isOffered: t.arg.boolean({ required: true }),
      isOnlyWay: t.arg.boolean({ required: true, description: "Whether no plan opens it as well." }),
    },
    resolve: (_root, { id, version, isOffered, isOnlyWay }, ctx) =>
      changeOwnPrice(ctx, id, version, { isOffered, isOnlyWay }),
  }),
}));
