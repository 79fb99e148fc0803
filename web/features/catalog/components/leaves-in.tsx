import { plural } from "@lingui/core/macro";

const dayMs = 86_400_000;
/** How many days before a class leaves its cards say so. */
const daysBefore = 14;

/** The days between two moments on the reader's calendar. */
const calendarDays = (from: Date, to: Date): number =>
  Math.round((new Date(to).setHours(12, 0, 0, 0) - new Date(from).setHours(12, 0, 0, 0)) / dayMs);

/** In how many days a class leaves the library; nothing for one that stays longer than two weeks. */
export function LeavesIn({ leavesAt }: { leavesAt: string }) {
  const days = calendarDays(new Date(), new Date(leavesAt));
  if (days < 0 || days > daysBefore) return null;
  return (
    <span className="strong">
      {plural(days, { 0: "Leaves today", 1: "Leaves tomorrow", other: "Leaves in # days" })}
    </span>
  );
}
