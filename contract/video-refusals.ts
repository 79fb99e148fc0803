/** Why the server refuses a video file. Another try with the same file wouldn't help. All other reasons of a failure are ours. */
export const refusalReasons = [
  "empty_file",
  "file_too_large",
  "not_a_video",
  "damaged",
  "no_video",
  "forbidden_codec",
  "too_long",
  "too_short",
  "dimensions_too_large",
  "dimensions_too_small",
  "too_many_streams",
  "angles_differ",
  "not_upright",
  "upright_differs",
  "clips_differ",
  "captions_invalid",
  "too_costly",
  "frame_gaps",
  "mixed_content",
  "external_reference",
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

/** Reason of a video that we couldn't process in time, so that its file was deleted. */
export const sourceExpired = "source_expired";

/** Whether a failed video can't be processed any more: its file is at fault, or was deleted. */
export const canOnlyUploadAgain = (reason: string | null): boolean =>
  reason === sourceExpired || (refusalReasons as readonly (string | null)[]).includes(reason);
