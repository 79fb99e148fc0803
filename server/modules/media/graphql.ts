import { builder } from "../../platform/graphql/builder.ts";
import { CameraAngle, Framing, Playback } from "./refs.ts";
import { framingLoader } from "./index.ts";
import type { Framing as PlaybackFraming, PlaybackLinks } from "./index.ts";

const PlaybackAngle = builder.objectRef<PlaybackLinks["angles"][number]>("PlaybackAngle").implement({
  description: "A camera angle of a class.",
  fields: (t) => ({
    key: t.expose("key", { type: CameraAngle }),
    label: t.exposeString("label"),
    hlsUrl: t.exposeString("hlsUrl"),
    uprightHlsUrl: t.exposeString("uprightHlsUrl", {
      nullable: true,
      description: "The angle filmed upright, in step with `hlsUrl`; null if the class doesn't have it.",
    }),
  }),
});

const CaptionTrack = builder
  .objectRef<{ language: string; label: string; url: string }>("CaptionTrack")
  .implement({
    fields: (t) => ({
      language: t.exposeString("language"),
      label: t.exposeString("label"),
      url: t.exposeString("url"),
    }),
  });

const SlowSound = builder.objectRef<{ percent: number; url: string }>("SlowSound").implement({
  description:
    "The class's sound at a slower tempo, pitch kept: what sounds at t sounds here at t · 100 / percent.",
  fields: (t) => ({
    percent: t.exposeInt("percent"),
    url: t.exposeString("url"),
  }),
});

const FramingPoint = builder.objectRef<PlaybackFraming["points"][number]>("FramingPoint").implement({
  fields: (t) => ({
    atMs: t.exposeInt("atMs"),
    x: t.exposeFloat("x", { description: "Horizontal position of the dancer, 0 (left) to 1." }),
  }),
});
Framing.implement({
  description: "Where the dancer is in a wide image, so that an upright player can crop its sides.",
  fields: (t) => ({
    spread: t.exposeFloat("spread", { description: "Share of the image's width that the dance needs." }),
    points: t.field({
      type: [FramingPoint],
      description: "Ascending; players move evenly from each to the next.",
      resolve: ({ points }) => [...points],
    }),
  }),
});

Playback.implement({
  description: "Links signed for the viewer; absolute.",
  fields: (t) => ({
    hlsUrl: t.exposeString("hlsUrl"),
    backHlsUrl: t.string({
      nullable: true,
      description: "The angle `back` of `angles`.",
      resolve: ({ angles }) => angles.find(({ key }) => key === "back")?.hlsUrl ?? null,
    }),
    angles: t.field({
      type: [PlaybackAngle],
      description:
        "One to six, in the order of a player's buttons. The first is `hlsUrl`; each has the sound.",
      resolve: ({ angles }) => [...angles],
    }),
    framing: t.field({
      type: Framing,
      nullable: true,
      description: "Where the dancer is in the image of the first angle; null if unknown.",
      resolve: ({ assetId }, _args, ctx) => framingLoader(ctx).load(assetId),
    }),
    storyboardUrl: t.exposeString("storyboardUrl", { nullable: true }),
    captions: t.field({ type: [CaptionTrack], resolve: (links) => [...links.captions] }),
    slowSounds: t.field({
      type: [SlowSound],
      description: "Empty until they are made; players slow the sound themselves then.",
      resolve: (links) => [...links.slowSounds],
    }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    isPreview: t.exposeBoolean("isPreview"),
    castAppId: t.string({
      nullable: true,
      description: "The Google Cast receiver that may play these links; null where the studio has none.",
      resolve: (_links, _args, ctx) => ctx.config.castAppId,
    }),
  }),
});
