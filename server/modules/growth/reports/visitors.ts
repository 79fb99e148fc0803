import type { Ctx, Tx } from "../../../ctx.ts";
import { touchOf } from "../collector/touches.ts";
import { countNextVisits, noteMilestone, noteTouch } from "./store-visitors.ts";
import type { MilestoneKind } from "./store-visitors.ts";

/** Events per transaction. */
const atOnce = 5_000;

/** Updates the reports with new events. */
export async function countVisits(ctx: Ctx, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const read = await ctx.transact((tx) => countNextVisits(tx.db, atOnce, tx.clock.now()));
    if (read < atOnce) return;
  }
}

/** Records a milestone for the reports. The first time counts. */
export function noteReached(
  ctx: Ctx,
  personId: string,
  kind: MilestoneKind,
  at: Date,
  detail: string | null = null,
): Promise<void> {
  return noteMilestone(ctx.db, { personId, kind, at, detail });
}

const clickSources = {
  facebookClicks: { source: "facebook", medium: "paid" },
  googleClicks: { source: "google", medium: "cpc" },
} as const;

/**
 * Records an ad click pushed to a person's record as a touch. Ignores other lists and invalid entries.
 * @param list name of the record's list, `facebookClicks` or `googleClicks`
 */
export async function noteClick(tx: Tx, personId: string, list: string, click: unknown): Promise<void> {
  const known = Object.hasOwn(clickSources, list) ? clickSources[list as keyof typeof clickSources] : null;
  if (!known || typeof click !== "object" || click === null) return;
  const { timestamp, landing_url: url } = click as { timestamp?: unknown; landing_url?: unknown };
  const now = tx.clock.now();
  const at =
    typeof timestamp === "number" && timestamp > 0 ? new Date(Math.min(timestamp, now.getTime())) : now;
  const { campaign } = touchOf("page", {}, { url });
  await noteTouch(tx.db, { personId, at, ...known, campaign });
}
