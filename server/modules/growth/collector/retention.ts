import type { Ctx } from "../../../ctx.ts";
import { sqlState } from "../../../platform/db.ts";
import { JobPostponed } from "../../../platform/jobs/job.ts";
import { deleteVisitorsBefore } from "../reports/store-visitors.ts";
import { dropMonthsBefore } from "./clickhouse/table.ts";
import {
  deleteAliasesBefore,
  dropEventPartition,
  ensureEventPartitions,
  listOldEventPartitions,
} from "./store.ts";

/** Until a partition that is being read is tried again. */
const lockedAgainMs = 10 * 60_000;
/** PostgreSQL's lock_not_available. */
const lockNotAvailable = "55P03";
/** Earlier ids of people stay longer than events: a month of events is dropped whole, and a client may send one late. */
const aliasSlackMs = 62 * 24 * 60 * 60_000;

/**
 * Creates event partitions for the coming months, and deletes data from before `before`: events by month, visitors of
 * reports, and earlier ids of people.
 * @throws ClickHouseError: all of PostgreSQL is done
 * @throws JobPostponed while another transaction, such as a backup, reads a month that is to go
 */
export async function pruneEvents(ctx: Ctx, before: Date): Promise<void> {
  await ensureEventPartitions(ctx.db);
  await deleteVisitorsBefore(ctx.db, before);
  await deleteAliasesBefore(ctx.db, new Date(before.getTime() - aliasSlackMs));
  for (const name of await listOldEventPartitions(ctx.db, before)) {
    await dropPartition(ctx, name);
    ctx.log.info({ partition: name }, "Dropped a month of events");
  }
  if (!ctx.ports.clickHouse) return;
  for (const month of await dropMonthsBefore(ctx.ports.clickHouse, before))
    ctx.log.info({ partition: month }, "Dropped a month of events from ClickHouse");
}

async function dropPartition(ctx: Ctx, name: string): Promise<void> {
  try {
    await dropEventPartition(ctx.db, name);
  } catch (error) {
    throw sqlState(error) === lockNotAvailable ? new JobPostponed(error, lockedAgainMs) : error;
  }
}
