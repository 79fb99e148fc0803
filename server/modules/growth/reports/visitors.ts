import type { Ctx, Tx } from "../../../ctx.ts";
import { touchOf } from "../collector/touches.ts";
import type { ClickHouse } from "../../../platform/clickhouse.ts";
import { beginMark, moveMark } from "../collector/clickhouse/store.ts";
import { listAfter, markOf } from "../collector/clickhouse/table.ts";
import type { ReadRow } from "../collector/clickhouse/table.ts";
import {
  countGivenVisits,
  countNextVisits,
  noteMilestone,
  noteTouch,
  visitorsReader,
} from "./store-visitors.ts";
import type { GivenEvent, MilestoneKind } from "./store-visitors.ts";

/** Events per transaction. */
const atOnce = 5_000;
/** Transactions per statement of ClickHouse. */
const pagesAtOnce = 10;

/** Updates the reports with new events: those in PostgreSQL, then those in ClickHouse. */
export async function countVisits(ctx: Ctx, signal: AbortSignal): Promise<void> {
  let read = atOnce;
  while (read >= atOnce && !signal.aborted)
    read = await ctx.transact((tx) => countNextVisits(tx.db, atOnce, tx.clock.now()));
  const { clickHouse } = ctx.ports;
  if (!clickHouse || signal.aborted) return;
  await countVisitsIn(ctx, clickHouse, signal);
}

async function countVisitsIn(ctx: Ctx, clickHouse: ClickHouse, signal: AbortSignal): Promise<void> {
  let mark = await beginMark(ctx.db, visitorsReader, 0);
  while (!signal.aborted) {
    const rows = await listAfter(clickHouse, mark, atOnce * pagesAtOnce, { withoutMessages: true });
    if (rows.length === 0) return;
    for (let at = 0; at < rows.length; at += atOnce) {
      const page = rows.slice(at, at + atOnce);
      const [from, to] = [mark, markOf(page.at(-1)!)];
      const isCounted = await ctx.transact(async (tx) => {
        if (!(await moveMark(tx.db, visitorsReader, { from, to, now: tx.clock.now() }))) return false;
        await countGivenVisits(tx.db, page.map(givenEvent));
        return true;
      });
      // Another process counts.
      if (!isCounted) return;
      mark = to;
    }
  }
}

const givenEvent = (row: ReadRow): GivenEvent => ({
  type: row.type,
  name: row.name,
  userId: row.user_id || null,
  anonymousId: row.anonymous_id || null,
  happenedAt: Number(row.happened_at),
  countryCode: row.country_code,
  source: row.source,
  medium: row.medium,
  campaign: row.campaign,
});

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
