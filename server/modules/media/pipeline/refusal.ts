import type { RefusalReason } from "../../../../contract/video-refusals.ts";

/** The source itself is at fault. */
export class SourceRefused extends Error {
  readonly reason: RefusalReason;
  readonly detail: string;

  constructor(reason: RefusalReason, detail = "") {
    super(`The source is refused: ${reason}${detail ? ` (${detail})` : ""}`);
    this.name = "SourceRefused";
    this.reason = reason;
    this.detail = detail;
  }
}
