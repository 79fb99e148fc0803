import { formatCalendarDay } from "../../../lib/formats.ts";
import type { Grid } from "./fragments.ts";

/** A UTC day, as prices begin on it, in the page’s language: Jan 1, 2027. */
export const dayText = (day: string): string => formatCalendarDay(new Date(day), "date");

/** How many running members were emailed about a version that they are to move to. */
export const notifiedOf = ({ changes }: Grid, versionId: string): number =>
  changes.find((change) => change.versionId === versionId && !change.undoneAt)?.notified ?? 0;
