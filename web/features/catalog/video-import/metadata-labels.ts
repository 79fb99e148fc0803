import { useLingui } from "@lingui/react/macro";

export type MetadataColumn =
  | "file_name"
  | "video_id"
  | "title"
  | "description"
  | "recorded_at"
  | "instructor"
  | "style"
  | "category"
  | "level";
type RowFault =
  | "unknown_instructor"
  | "unknown_style"
  | "unknown_category"
  | "unknown_level"
  | "title_too_long"
  | "bad_date"
  | "duplicate"
  | "published"
  | "changed_meanwhile";

/** The server's answer about a table of videos. */
export type Metadata = {
  columns: { name: string; column: MetadataColumn | null; samples: string[] }[];
  matched: { line: number; itemId: string; fileName: string; changes: string[] }[];
  unmatched: { line: number; title: string }[];
  unmatchedCount: number;
  faults: { line: number; fault: RowFault; text: string }[];
  changed: number;
};

/** Labels of the meanings of columns, and of what is wrong with rows. */
export function useMetadataLabels() {
  const { t } = useLingui();
  const columns: Record<MetadataColumn | "unused", string> = {
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
  const faults: Record<RowFault, string> = {
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
