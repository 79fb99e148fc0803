import { z } from "zod";
import { studioLimits, uploadLimits } from "./pipeline/probe.ts";
import type { TranscodeRequest } from "./pipeline/transcode.ts";

const angle = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("file"),
    path: z.string(),
    fromMs: z.number().int().nullish().default(null),
    toMs: z.number().int().nullish().default(null),
  }),
  z.object({
    kind: z.literal("cuts"),
    clips: z.array(z.object({ path: z.string() })),
    order: z.array(z.number().int()),
    audio: z.string(),
  }),
]);
/** Transcode order, as stored in its job and its asset row. */
export const transcodeOrder = z.object({
  assetId: z.uuid(),
  front: angle,
  back: angle.nullable(),
  captions: z.array(z.object({ language: z.string(), label: z.string(), path: z.string() })),
  /** Origin of the source; decides its limits. */
  origin: z.enum(["studio", "upload"]),
  /** Position of the poster in the published video, milliseconds; default: at a third. */
  posterAtMs: z.number().int().nullish().default(null),
});
export type TranscodeOrder = z.input<typeof transcodeOrder>;
type Origin = TranscodeOrder["origin"];

/** Source limits of an origin. */
export const limitsOf = (origin: Origin) => (origin === "studio" ? studioLimits : uploadLimits);

/** Ladder limits and encoder effort of an origin. */
export const encodingOf = (origin: Origin): TranscodeRequest["encoding"] =>
  origin === "studio"
    ? { maxLines: 1080, maxFrameRate: 60, preset: "veryfast" }
    : { maxLines: 720, maxFrameRate: 30, preset: "veryfast" };

/** Key of the job that transcodes an asset. */
export const transcodeKey = (assetId: string) => `transcode-${assetId}`;
