import { useLingui } from "@lingui/react/macro";

/** Error message for a video that couldn't be transcoded, with what to do. */
export function useErrorReason(): (reason: string | null) => string {
  const { t } = useLingui();
  const messages: Record<string, string> = {
    empty_file: t`The file is empty. Export it again.`,
    file_too_large: t`It has more than 4 GB. Export it smaller.`,
    not_a_video: t`This isn’t a video that we can read: send MP4, MOV or WebM.`,
    damaged: t`Parts of it can’t be read. Export it again, then send it anew.`,
    no_video: t`It has sound and no picture.`,
    forbidden_codec: t`It’s in a form that we can’t read: export it as H.264 or HEVC.`,
    too_long: t`It’s longer than two hours. Cut it.`,
    too_short: t`Nothing is left of it after the cut.`,
    dimensions_too_large: t`Its picture is too large or too wide. Export it in 4K or less.`,
    dimensions_too_small: t`Its picture is too small to be seen.`,
    frame_gaps: t`Its picture stands still for too long somewhere. Export it again, at a steady rate.`,
    mixed_content: t`The file holds something else beside the video. Export it again.`,
    external_reference: t`Its pictures or its sound lie in other files. Export it as one file.`,
    angles_differ: t`Front and back aren’t equally long. Cut both to the same moments, then send them again.`,
    captions_invalid: t`Captions of it can’t be read. Remove them, or send a WebVTT file that a player shows.`,
    too_many_streams: t`It has too many tracks. Export it with one picture and one sound.`,
    too_costly: t`It asks for more work than a video should. Export it again.`,
    disk_full: t`The studio ran out of room. It isn’t your fault; send it again later.`,
  };
  return (reason) => messages[reason ?? ""] ?? t`The fault is on our side. Send it again.`;
}
