import { formatMoment } from "../../../lib/formats.ts";

/** How long what was replaced can be restored, as the server keeps it. */
const restorableDays = 30;

/** The day until which something that is replaced now can be restored. */
export const restorableUntil = (): string =>
  formatMoment(new Date(Date.now() + restorableDays * 24 * 60 * 60 * 1000), "date");
