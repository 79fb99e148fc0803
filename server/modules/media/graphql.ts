import { builder } from "../../platform/graphql/builder.ts";
import { Playback } from "./refs.ts";

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

Playback.implement({
  description: "Links signed for the viewer; absolute.",
  fields: (t) => ({
    hlsUrl: t.exposeString("hlsUrl"),
    backHlsUrl: t.exposeString("backHlsUrl", { nullable: true }),
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
