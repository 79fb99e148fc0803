import { builder } from "../../../platform/graphql/builder.ts";
import { SongRightsEnum } from "../../catalog/refs.ts";
import { royaltyReport } from "./royalties.ts";
import type { RoyaltyReport, SongUse } from "./royalties.ts";

const SongUseType = builder.objectRef<SongUse>("SongUse").implement({
  description: "A song, and how it was used in a quarter.",
  fields: (t) => ({
    songId: t.exposeID("id"),
    title: t.exposeString("title"),
    artist: t.exposeString("artist"),
    isrc: t.exposeString("isrc", { nullable: true }),
    writers: t.exposeString("writers", { nullable: true }),
    iswc: t.exposeString("iswc", { nullable: true }),
    rightsHolder: t.exposeString("rightsHolder", { nullable: true }),
    rights: t.field({ type: SongRightsEnum, resolve: ({ rights }) => rights }),
    classes: t.exposeInt("classes", { description: "That were danced in the quarter." }),
    plays: t.exposeInt("plays", { description: "Each play of a class is one of each of its songs." }),
    soundedMs: t.exposeFloat("soundedMs", {
      description: "Its part of the time danced: loops count each time, slow tempos as long as they take.",
    }),
  }),
});
const RoyaltyReportType = builder.objectRef<RoyaltyReport>("RoyaltyReport").implement({
  fields: (t) => ({
    quarter: t.string({ description: "Such as 2026-Q3.", resolve: ({ quarter }) => quarter.name }),
    firstDay: t.string({
      description: "YYYY-MM-DD, in the studio's time zone.",
      resolve: ({ quarter }) => quarter.firstDay,
    }),
    lastDay: t.string({ resolve: ({ quarter }) => quarter.lastDay }),
    isOver: t.exposeBoolean("isOver"),
    quarters: t.exposeStringList("quarters", { description: "That can be asked for, the newest first." }),
    plays: t.exposeInt("plays", { description: "Of all classes." }),
    dancedMs: t.exposeFloat("dancedMs", { description: "Of all classes." }),
    soundedMs: t.exposeFloat("soundedMs", { description: "Of dancedMs, with a song." }),
    songCount: t.exposeInt("songCount"),
    withoutIsrcCount: t.exposeInt("withoutIsrcCount"),
    songs: t.field({
      type: [SongUseType],
      description: "The longest first, 100 at most; the CSV file has all.",
      resolve: ({ songs }) => [...songs],
    }),
    withoutIsrc: t.field({
      type: [SongUseType],
      description: "The longest first, 100 at most.",
      resolve: ({ withoutIsrc }) => [...withoutIsrc],
    }),
  }),
});

builder.queryField("royaltyReport", (t) =>
  t.field({
    type: RoyaltyReportType,
    description:
      "How songs were used in a quarter, for editors and finance. Without one: the quarter of today.",
    args: { quarter: t.arg.string({ description: "Such as 2026-Q3." }) },
    resolve: (_root, { quarter }, ctx) => royaltyReport(ctx, quarter ?? null),
  }),
);
