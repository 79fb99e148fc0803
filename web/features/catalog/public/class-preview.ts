import type { ResultOf } from "../../../graphql/graphql.ts";
import type { ClassSummaryFragment } from "./class-summary.ts";

/** What a card shows of a class. */
export type ClassPreview = ResultOf<typeof ClassSummaryFragment>;

let pressed: ClassPreview | undefined;

/** Keeps what the pressed card or hero shows of a class: its page starts with it. */
export const keepPreview = (found: ClassPreview): void => void (pressed = found);

/** What the last pressed card knows of the class; undefined if it was another class's. */
export const previewOf = (classId: string | undefined): ClassPreview | undefined =>
  pressed?.classId === classId ? pressed : undefined;
