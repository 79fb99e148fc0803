import type { ResultOf } from "../../../graphql/graphql.ts";
import type { ClassSummaryFragment } from "./class-summary.ts";

declare module "../../../lib/router/location.ts" {
  interface HistoryState {
    /** Data of the pressed card, with which the class page starts. */
    classPreview?: ResultOf<typeof ClassSummaryFragment>;
  }
}
