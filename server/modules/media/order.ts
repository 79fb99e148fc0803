import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { angleKeys } from "../../../contract/angles.ts";
import { videoCut } from "./events.ts";
import { studioLimits, uploadLimits } from "./pipeline/probe.ts";
import type { TranscodeRequest } from "./pipeline/transcode.ts";

const trim = {
  fromMs: z.number().int().nullish().default(null),
  toMs: z.number().int().nullish().default(null),
  /** How much faster its clock runs than that of the first angle, parts per million. */
  driftPpm: z.number().int().default(0),
};
/** Where an angle comes from. */
export const transcodeSource = z.discriminatedUnion("kind", [
  /** An upload, on the disk or in the store, from where each worker reads it into its own folder. */
  z.object({ kind: z.literal("upload"), uploadId: z.uuid(), ...trim }),
  z.object({ kind: z.literal("file"), path: z.string(), ...trim }),
  z.object({
    kind: z.literal("cuts"),
    clips: z.array(z.object({ path: z.string() })),
    order: z.array(z.number().int()),
    audio: z.string(),
  }),
]);
/** Orders of earlier releases, in jobs and asset rows, name two angles. */
const anglesOfPair = (order: unknown): unknown => {
  const pair = z.object({ front: transcodeSource, back: transcodeSource.nullable() }).safeParse(order);
  if (!pair.success) return order;
  const { front, back } = pair.data;
  return {
    ...(order as object),
    angles: [{ key: "front", source: front }, ...(back ? [{ key: "back", source: back }] : [])],
  };
};
const uploadOnDisk = /\/uploads\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;
/** Orders of earlier releases name an upload on the disk by its path, which moving to a store changes. */
const uploadOfPath = (source: unknown): unknown => {
  const file = z.looseObject({ kind: z.literal("file"), path: z.string() }).safeParse(source);
  const [, uploadId] = (file.success && uploadOnDisk.exec(file.data.path)) || [];
  if (!file.success || !uploadId) return source;
  const { path: _path, ...part } = file.data;
  return { ...part, kind: "upload", uploadId };
};
const withUploads = (order: unknown): unknown => {
  const named = z.looseObject({ angles: z.array(z.looseObject({})) }).safeParse(order);
  if (!named.success) return order;
  const angles = named.data.angles.map((angle) => ({
    ...angle,
    source: uploadOfPath(angle["source"]),
    upright: uploadOfPath(angle["upright"]),
  }));
  return { ...named.data, angles };
};
const currentOrder = z.object({
  assetId: z.uuid(),
  /** The first one carries the sound. */
  angles: z
    .array(
      z.object({
        key: z.enum(angleKeys),
        source: transcodeSource,
        /** The same angle, filmed upright. Servers of the previous release leave it out. */
        upright: transcodeSource.nullish().default(null),
      }),
    )
    .min(1)
    .max(6),
  captions: z.array(
    z.union([
      z.object({ language: z.string(), label: z.string(), path: z.string() }),
      z.object({ language: z.string(), label: z.string(), content: z.string() }),
    ]),
  ),
  /** Origin of the source; decides its limits. */
  origin: z.enum(["studio", "upload"]),
  /** Position of the poster in the published video, milliseconds; default: at a third. */
  posterAtMs: z.number().int().nullish().default(null),
  /** Where the published video starts in the source video of the first angle; null for one that no editor uploaded. */
  cut: videoCut.nullish().default(null),
});
/** Transcode order, as stored in its job and its asset row. */
export const transcodeOrder = z.preprocess((order) => withUploads(anglesOfPair(order)), currentOrder);
export type TranscodeOrder = z.input<typeof currentOrder>;
type Origin = TranscodeOrder["origin"];

/** Whether an asset's last order, as its row has it, is the one of a job. Rows of early releases have none: then it is. */
export const isSameOrder = (last: unknown, ofJob: TranscodeOrder): boolean =>
  last === null || isDeepStrictEqual(transcodeOrder.parse(last), transcodeOrder.parse(ofJob));

/** Source limits of an origin. */
export const limitsOf = (origin: Origin) => (origin === "studio" ? studioLimits : uploadLimits);

/** Ladder limits and encoder effort of an origin. */
export const encodingOf = (origin: Origin): TranscodeRequest["encoding"] =>
  origin === "studio"
    ? { maxLines: 1080, maxFrameRate: 60, preset: "veryfast" }
    : { maxLines: 720, maxFrameRate: 30, preset: "veryfast" };

/** Names of the jobs that transcode: classes, and members' videos. */
export const transcodeTasks = { studio: "media.transcode", upload: "media.transcode_upload" } as const;

/** Key of the job that transcodes an asset. */
export const transcodeKey = (assetId: string) => `transcode-${assetId}`;
