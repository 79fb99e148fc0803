import { useLingui } from "@lingui/react/macro";
import type { RefusalReason, sourceExpired } from "../../../../contract/video-refusals.ts";

/**
 * Error message for a video that couldn't be transcoded, with what to do. A member needn't do anything about failures of ours: their
 * file stays, and staff retry it.
 * @param limits of a member's video, or of a class's video, which may be larger and longer
 */
export function useErrorReason(limits: "member" | "class" = "member"): (reason: string | null) => string {
  const { t } = useLingui();
  const messages: Record<RefusalReason | typeof sourceExpired, string> = {
    empty_file: t`The file is empty. Export it again.`,
    file_too_large:
      limits === "class"
        ? t`The file is over 64 GB. Export a smaller one.`
        : t`The file is over 4 GB. Export a smaller one.`,
    not_a_video: t`Unsupported format. Use MP4, MOV, or WebM.`,
    damaged: t`The file is damaged. Export it again.`,
    no_video: t`This file has no video, only audio.`,
    forbidden_codec: t`Unsupported codec. Export as H.264 or HEVC.`,
    too_long:
      limits === "class"
        ? t`Videos can be up to 4 hours. Trim it and try again.`
        : t`Videos can be up to 2 hours. Trim it and try again.`,
    too_short: t`Your trim leaves nothing. Choose a longer section.`,
    dimensions_too_large: t`Resolution too high. Export at 4K or lower.`,
    dimensions_too_small: t`Resolution too low.`,
    frame_gaps: t`The video freezes partway. Export at a constant frame rate.`,
    mixed_content: t`This file contains more than a video. Export it again.`,
    external_reference: t`This file refers to other files. Export as a single file.`,
    angles_differ: t`Front and back videos have different lengths. Trim them to match.`,
    not_upright: t`This video isn’t upright. Choose one that is taller than it is wide.`,
    upright_differs: t`An upright version is longer or shorter than its view. Trim it to match.`,
    clips_differ: t`The clips differ in size or frame rate. Use clips of the same recording.`,
    captions_invalid: t`We couldn’t read the captions. Remove them or upload a valid WebVTT file.`,
    too_many_streams: t`Too many tracks. Export with one video and one audio track.`,
    too_costly: t`This file is too complex to process. Export it again.`,
    source_expired: t`We couldn’t process this video. Upload it again.`,
  };
  const ours =
    limits === "class"
      ? t`Something went wrong on our end. An admin can retry it in Failed jobs.`
      : t`Something went wrong on our end. You don’t need to upload it again.`;
  return (reason) => messages[reason as keyof typeof messages] ?? ours;
}
