/** Tables of videos of other platforms: what the server reads in them, and what it answers. */
import type { SlashedDates } from "./table-dates.ts";

/** What a column of a table of videos says. In GraphQL and URLs: a name never changes. */
export const videoColumns = [
  "file_name",
  "video_id",
  "title",
  "description",
  "recorded_at",
  "instructor",
  "style",
  "category",
  "level",
] as const;
export type VideoColumn = (typeof videoColumns)[number];

/** What is wrong with a row. */
export type VideoRowFault =
  | "unknown_instructor"
  | "unknown_style"
  | "unknown_category"
  | "unknown_level"
  | "title_too_long"
  | "bad_date"
  | "duplicate"
  | "published"
  | "changed_meanwhile";

/** What a table of videos would do to an import, or did. */
export interface MetadataResult {
  readonly columns: readonly {
    readonly name: string;
    readonly column: VideoColumn | null;
    readonly samples: readonly string[];
  }[];
  readonly rows: number;
  /** Null if no date has slashes. */
  readonly dates: SlashedDates | null;
  readonly matched: readonly {
    readonly line: number;
    readonly itemId: string;
    readonly fileName: string;
    readonly changes: readonly string[];
  }[];
  /** The first rows for which the import has no file. */
  readonly unmatched: readonly { readonly line: number; readonly title: string }[];
  readonly unmatchedCount: number;
  readonly faults: readonly { readonly line: number; readonly fault: VideoRowFault; readonly text: string }[];
  /** Files that change. */
  readonly changed: number;
}
