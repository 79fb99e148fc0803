import { angleKeys } from "../../../../contract/angles.ts";
import { dayIn } from "../../../../contract/formats/time-zones.ts";
import type { PlaySource } from "../../../../contract/play-sources.ts";
import type { Ctx } from "../../../ctx.ts";
import { BadInput } from "../../../platform/errors.ts";
import { inEnglish } from "../../../platform/i18n/messages.ts";
import { findClass, isLocked } from "../../catalog/index.ts";
import { requireViewer } from "../../identity/index.ts";
import { addToFigures, findLastPractice, joinOldDays } from "./store.ts";
import type { UseOfView } from "./store.ts";

/** A pause after which practice counts as another play. */
const playPauseMs = 30 * 60_000;
/** Of one report: players send one every ten seconds. */
const maxReportMs = 5 * 60_000;
const maxViews = 60;
/** Days older than this are joined into months. */
const daysApart = 92;

/**
 * Counts how a class is danced: plays, time, tempo and view, without the person. Send it before the practice itself is recorded. The
 * time is limited by the clock, as practice is: what a client claims beyond it counts for nothing. Previews and staff don't count.
 * @param source what the play came from, counted once a play; null where it isn't known
 * @throws BadInput, Unauthenticated
 */
export async function recordUse(
  ctx: Ctx,
  classId: string,
  use: readonly UseOfView[],
  source: PlaySource | null,
): Promise<void> {
  const { personId, role } = requireViewer(ctx);
  if (use.length > maxViews)
    throw new BadInput("use", inEnglish(`Report at most ${maxViews} views at a time.`));
  for (const { tempo, angle, ms } of use)
    if (tempo < 25 || tempo > 150 || ms < 0 || !angleKeys.some((key) => key === angle))
      throw new BadInput("use", inEnglish("A tempo is 25 to 150 percent, and time is positive."));
  if (role !== "member") return;
  const found = await findClass(ctx, classId);
  if (!found || (await isLocked(ctx, found))) return;
  const last = await findLastPractice(ctx.db, { personId, classId: found.id });
  const since = last?.viewedAt ?? last?.grantedAt;
  if (!last || !since) return;
  const now = ctx.clock.now();
  const passedMs = now.getTime() - since.getTime();
  const claimedMs = use.reduce((sum, { ms }) => sum + ms, 0);
  if (claimedMs === 0) return;
  const share = Math.min(1, Math.max(0, passedMs) / claimedMs, maxReportMs / claimedMs);
  await addToFigures(ctx.db, {
    classId: found.id,
    day: dayIn(now, ctx.studio.timeZone),
    plays: last.viewedAt === null || passedMs > playPauseMs ? 1 : 0,
    source,
    use: use
      .map((one) => ({ ...one, tempo: Math.round(one.tempo / 5) * 5, ms: Math.floor(one.ms * share) }))
      .filter(({ ms }) => ms > 0),
  });
}

/** Keeps the table of days small. */
export const sweepFigures = (ctx: Ctx): Promise<void> =>
  joinOldDays(
    ctx.db,
    dayIn(new Date(ctx.clock.now().getTime() - daysApart * 86_400_000), ctx.studio.timeZone),
  );
