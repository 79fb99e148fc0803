import type { Ctx } from "../../../ctx.ts";
import { builder } from "../../../platform/graphql/builder.ts";
import { msg, translate } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import type { ClassPage } from "../class-pages.ts";
import { styles } from "../library.ts";
import { StudioClassPage } from "../refs.ts";
import { styleName } from "../translations.ts";
import { readKinds } from "./understanding.ts";
import type { ReadPhrase } from "./understanding.ts";
import type { Loosening, UnderstoodPage } from "./understood-pages.ts";

/** Words for the values that phrases can mean. */
const values: Readonly<Record<string, Message>> = {
  "absolute-beginner": msg("Absolute beginner"),
  beginner: msg("Beginner"),
  intermediate: msg("Intermediate"),
  advanced: msg("Advanced"),
  workout: msg("Workout"),
  choreography: msg("Choreography"),
  drill: msg("Drill"),
  foundations: msg("Foundations"),
  gentle: msg("Gentle"),
  high: msg("High energy"),
  spot: msg("Stays in place"),
  free: msg("Free"),
};
const minuteMs = 60_000;

function numberLabel({ filters }: ReadPhrase): Message | null {
  const { minDurationMs, maxDurationMs, minBpm, maxBpm } = filters;
  if (maxDurationMs !== undefined) return msg("Up to {minutes} min", { minutes: maxDurationMs / minuteMs });
  if (minDurationMs !== undefined)
    return msg("At least {minutes} min", { minutes: minDurationMs / minuteMs });
  if (minBpm !== undefined && maxBpm !== undefined)
    return msg("About {bpm} BPM", { bpm: (minBpm + maxBpm) / 2 });
  if (maxBpm !== undefined) return msg("Up to {bpm} BPM", { bpm: maxBpm });
  return minBpm === undefined ? null : msg("At least {bpm} BPM", { bpm: minBpm });
}

/** What was understood, in the reader's words. */
async function labelOf(ctx: Ctx, phrase: ReadPhrase): Promise<string> {
  const { filters } = phrase;
  const [style] = filters.styles ?? [];
  if (style !== undefined) {
    const found = (await styles(ctx)).find(({ slug }) => slug === style);
    return styleName(ctx, style, found?.name ?? style);
  }
  if (filters.leavesOutExplicit) return translate(msg("Clean lyrics"), ctx.locale);
  if (filters.usesFloor === false) return translate(msg("No floor work"), ctx.locale);
  const [value = ""] =
    filters.levels ?? filters.types ?? filters.energies ?? filters.spaces ?? filters.accessTypes ?? [];
  const label = numberLabel(phrase) ?? values[value];
  return label ? translate(label, ctx.locale) : phrase.text;
}

const ReadKindEnum = builder.enumType("SearchPhraseKind", { values: readKinds });
const SearchPhrase = builder.objectRef<ReadPhrase>("SearchPhrase").implement({
  description: "A phrase of a search text that was understood as a filter.",
  fields: (t) => ({
    kind: t.expose("kind", { type: ReadKindEnum }),
    text: t.exposeString("text", { description: "As typed." }),
    label: t.string({
      description: "What was understood, in the reader’s language.",
      resolve: (phrase, _args, ctx) => labelOf(ctx, phrase),
    }),
    without: t.exposeString("without", { description: "The search text without the phrase." }),
  }),
});
const LooseningType = builder.objectRef<Loosening>("ClassLoosening").implement({
  description: "A filter or a phrase of the search, without which there are classes.",
  fields: (t) => ({
    filter: t.exposeString("filter", {
      nullable: true,
      description: "Its name in StudioClassFilters; null for a phrase.",
    }),
    text: t.exposeString("text", { nullable: true, description: "The phrase as typed; null for a filter." }),
    search: t.exposeString("search", { nullable: true, description: "The search text without the phrase." }),
    total: t.exposeInt("total", { description: "Number of classes without it." }),
  }),
});

const understood = (page: ClassPage): UnderstoodPage | null =>
  "understood" in page ? (page as UnderstoodPage) : null;

builder.objectFields(StudioClassPage, (t) => ({
  correction: t.exposeString("correction", {
    nullable: true,
    description: "What was searched for instead, since the words as typed found nothing.",
  }),
  understood: t.field({
    type: [SearchPhrase],
    description: "Phrases of the search that were read as filters; empty without `readsFilters`.",
    resolve: (page) => [...(understood(page)?.understood ?? [])],
  }),
  loosenings: t.field({
    type: [LooseningType],
    description:
      "Without classes: what leaves them out, the most classes first. Empty without `readsFilters`.",
    resolve: (page) => understood(page)?.loosenings() ?? [],
  }),
}));
