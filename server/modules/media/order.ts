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
/** What is transcoded to an asset, as its job and its row keep it. */
export const transcodeOrder = z.object({
  assetId: z.uuid(),
  front: angle,
  back: angle.nullable(),
  captions: z.array(z.object({ language: z.string(), label: z.string(), path: z.string() })),
  /** Whose source it is: what it may be differs. */
  origin: z.enum(["studio", "upload"]),
  /** Where the poster is taken in what is published, milliseconds; a third of it unless told. */
  posterAtMs: z.number().int().nullish().default(null),
});
export type TranscodeOrder = z.input<typeof transcodeOrder>;
type Origin = TranscodeOrder["origin"];

/** What a source of an origin may measure. */
export const limitsOf = (origin: Origin) => (origin === "studio" ? studioLimits : uploadLimits);

/** How far a source of an origin is brought, and at which price. */
export const encodingOf = (origin: Origin): TranscodeRequest["encoding"] =>
  origin === "studio"
    ? { maxLines: 1080, maxFrameRate: 60, preset: "veryfast" }
    : { maxLines: 720, maxFrameRate: 30, preset: "veryfast" };

/** The key of the job that transcodes an asset. */
export const transcodeKey = (assetId: string) => `transcode-${assetId}`;
