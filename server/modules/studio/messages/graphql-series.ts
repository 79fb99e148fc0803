import { builder } from "../../../platform/graphql/builder.ts";
import { editedCards } from "./cards.ts";
import { textFor } from "./content.ts";
import { figuresOfStep } from "./figures.ts";
import { CardOfEditor, Count, Figures, MessageCardInput, MessageTextInput, Text } from "./graphql.ts";
import { contentOf } from "./notify-recipients.ts";
import {
  allSeries,
  deleteStep,
  earlierPeople,
  readSeries,
  saveStep,
  seriesNames,
  stepsOf,
  switchSeries,
} from "./series.ts";
import type { SeriesRow, StepRow } from "./series.ts";

const Step = builder.objectRef<StepRow>("SeriesStep").implement({
  description: "A message that a series sends some time after it began for a person.",
  fields: (t) => ({
    id: t.exposeID("id"),
    delay: t.exposeInt("delay", { description: "In days; of the anniversary in years." }),
    subject: t.string({
      description: "In the viewer's language, else in the studio's.",
      resolve: (step, _args, ctx) => textFor(contentOf(step), ctx.locale, ctx.studio.locale)?.subject ?? "",
    }),
    texts: t.field({
      type: [Text],
      resolve: (step) => Object.entries(contentOf(step).texts).map(([locale, text]) => ({ locale, ...text })),
    }),
    cards: t.field({
      type: [CardOfEditor],
      description: "Every one: send them back to keep them.",
      resolve: (step, _args, ctx) => editedCards(ctx, contentOf(step).cards, ctx.locale),
    }),
    notified: t.exposeInt("notified", { description: "People who got it." }),
    figures: t.field({
      type: Figures,
      description: "Of the last 360 days.",
      resolve: ({ id }, _args, ctx) => figuresOfStep(ctx, id),
    }),
  }),
});
const Series = builder.objectRef<SeriesRow>("MessageSeries").implement({
  description: "Messages that the studio sends by itself.",
  fields: (t) => ({
    id: t.exposeID("id"),
    name: t.field({
      type: builder.enumType("SeriesName", {
        description:
          "What it begins with: joining; a trial; the last dance; the end of a subscription; joining, by years.",
        values: seriesNames,
      }),
      resolve: ({ id }) => id,
    }),
    version: t.exposeInt("version", { description: "Send it back with a change of the series or a step." }),
    isOn: t.boolean({ resolve: ({ switchedOnAt }) => switchedOnAt !== null }),
    steps: t.field({ type: [Step], resolve: (series, _args, ctx) => stepsOf(ctx, series) }),
    earlierPeople: t.field({
      type: Count,
      description: "Those for whom it began before now, and who would get a step if it were for them too.",
      resolve: (series, _args, ctx) => earlierPeople(ctx, series),
    }),
  }),
});

builder.queryFields((t) => ({
  allSeries: t.field({
    type: [Series],
    description: "For editors.",
    resolve: (_root, _args, ctx) => allSeries(ctx),
  }),
  series: t.field({
    type: Series,
    description: "For editors.",
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, ctx) => readSeries(ctx, id),
  }),
}));

const seen = {
  series: { type: "ID", required: true },
  version: { type: "Int", required: true, description: "Of the series." },
} as const;
builder.mutationFields((t) => ({
  saveSeriesStep: t.field({
    type: Series,
    description:
      "For editors: saves a step. CHANGED_MEANWHILE if someone else saved since `version`. While the series is on, the session must have been confirmed within 15 minutes.",
    args: {
      series: t.arg(seen.series),
      version: t.arg(seen.version),
      id: t.arg.id({ required: true, description: "A UUID of the client’s for a new one." }),
      delay: t.arg.int({ required: true, description: "In days; of the anniversary in years." }),
      texts: t.arg({ type: [MessageTextInput], required: true }),
      cards: t.arg({ type: [MessageCardInput], required: true }),
    },
    resolve: (_root, given, ctx) => saveStep(ctx, given),
  }),
  deleteSeriesStep: t.field({
    type: Series,
    description:
      "For editors: deletes a step. Those who got it can still open it. While the series is on, the session must have been confirmed within 15 minutes.",
    args: {
      series: t.arg(seen.series),
      version: t.arg(seen.version),
      id: t.arg.id({ required: true }),
    },
    resolve: (_root, given, ctx) => deleteStep(ctx, given),
  }),
  switchSeries: t.field({
    type: Series,
    description:
      "For editors: switches a series on or off. BAD_INPUT names what is missing. CONFIRMATION_NEEDED unless the session was confirmed within 15 minutes.",
    args: {
      series: t.arg(seen.series),
      version: t.arg(seen.version),
      isOn: t.arg.boolean({ required: true }),
      includesEarlier: t.arg.boolean({
        required: true,
        description: "Whether it is also for those for whom it began before now.",
      }),
    },
    resolve: (_root, given, ctx) => switchSeries(ctx, given),
  }),
}));
