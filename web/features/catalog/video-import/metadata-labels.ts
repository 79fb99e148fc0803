import { useLingui } from "@lingui/react/macro";
import type { VideoColumn, VideoRowFault } from "../../../../contract/video-metadata.ts";

/** Labels of the meanings of columns, and of what is wrong with rows. */
export function useMetadataLabels() {
  const { t } = useLingui();
  const columns: Record<VideoColumn | "unused", string> = {
    unused: t`Not used`,
    file_name: t`File name`,
    video_id: t`Video ID`,
    title: t`Title`,
    description: t`Description`,
    recorded_at: t`Date`,
    instructor: t`Instructor`,
    style: t`Style`,
    category: t`Category`,
    level: t`Level`,
  };
  const faults: Record<VideoRowFault, string> = {
    unknown_instructor: t`No instructor has this name`,
    unknown_style: t`No style has this name`,
    unknown_category: t`No category has this name`,
    unknown_level: t`Not a level`,
    title_too_long: t`The title is over 100 characters`,
    bad_date: t`The date can’t be read`,
    duplicate: t`An earlier row fits the same video`,
    published: t`Only editors can change a published class`,
    changed_meanwhile: t`Someone else changed it. Try again`,
  };
  return { columns, faults };
}
