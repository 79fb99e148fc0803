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

Playback.implement({
  description: "Links signed for the viewer; absolute.",
  fields: (t) => ({
    hlsUrl: t.exposeString("hlsUrl"),
    backHlsUrl: t.exposeString("backHlsUrl", { nullable: true }),
    storyboardUrl: t.exposeString("storyboardUrl", { nullable: true }),
    captions: t.field({ type: [CaptionTrack], resolve: (links) => [...links.captions] }),
    expiresAt: t.expose("expiresAt", { type: "DateTime" }),
    isPreview: t.exposeBoolean("isPreview"),
  }),
});
