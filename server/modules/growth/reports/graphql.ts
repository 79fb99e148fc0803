import { builder } from "../../../platform/graphql/builder.ts";
import { attribution, funnel, funnelKeys, touchKinds } from "./reports.ts";
import type { AttributionRow, FunnelRow, SurveyAnswerRow } from "./reports.ts";

const FunnelRowType = builder.objectRef<FunnelRow>("FunnelRow").implement({
  fields: (t) => ({
    key: t.exposeString("key", {
      nullable: true,
      description: "A Monday, a country's code, a source or a variant; null: unknown, nothing, or none.",
    }),
    visits: t.exposeInt("visits"),
    onboarding: t.exposeInt("onboarding"),
    checkout: t.exposeInt("checkout"),
    trial: t.exposeInt("trial"),
    paid: t.exposeInt("paid"),
    week4: t.exposeInt("week4", { description: "Of those who paid." }),
  }),
});
const FunnelKeyEnum = builder.enumType("FunnelKey", { values: funnelKeys });
builder.queryField("funnel", (t) =>
  t.field({
    type: [FunnelRowType],
    description:
      "For admins: how far those went who came first within the last days. A later step counts for the earlier ones too.",
    args: {
      days: t.arg.int({ required: true, description: "1 to 366." }),
      by: t.arg({ type: FunnelKeyEnum, required: true }),
      experimentId: t.arg.id({ description: "Whose variants, by variant." }),
    },
    resolve: (_root, { days, by, experimentId }, ctx) =>
      funnel(ctx, { days, by, experimentId: experimentId ?? null }),
  }),
);

const AttributionRowType = builder.objectRef<AttributionRow>("AttributionRow").implement({
  fields: (t) => ({
    source: t.exposeString("source", { nullable: true }),
    medium: t.exposeString("medium", { nullable: true }),
    campaign: t.exposeString("campaign", { nullable: true }),
    people: t.exposeInt("people"),
    trials: t.exposeInt("trials"),
    paid: t.exposeInt("paid"),
  }),
});
const SurveyAnswerRowType = builder.objectRef<SurveyAnswerRow>("SurveyAnswerRow").implement({
  fields: (t) => ({
    said: t.exposeString("said", { description: "An option of hdyhau_survey_response." }),
    source: t.exposeString("source", { nullable: true }),
    people: t.exposeInt("people"),
    trials: t.exposeInt("trials"),
    paid: t.exposeInt("paid"),
  }),
});
const Attribution = builder
  .objectRef<{ touches: AttributionRow[]; said: SurveyAnswerRow[] }>("Attribution")
  .implement({
    fields: (t) => ({
      touches: t.expose("touches", { type: [AttributionRowType] }),
      said: t.expose("said", { type: [SurveyAnswerRowType] }),
    }),
  });
const TouchKindEnum = builder.enumType("TouchKind", { values: touchKinds });
builder.queryField("attribution", (t) =>
  t.field({
    type: Attribution,
    description:
      "For admins: what led those here who came first within the last days, and what they said themselves.",
    args: {
      days: t.arg.int({ required: true, description: "1 to 366." }),
      touch: t.arg({ type: TouchKindEnum, required: true }),
    },
    resolve: (_root, { days, touch }, ctx) => attribution(ctx, { days, touch }),
  }),
);
