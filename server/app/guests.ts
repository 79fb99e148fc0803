import { sql } from "kysely";
import { z } from "zod";
import type { Ctx } from "../ctx.ts";
import { deleteIdleGuests } from "../modules/identity/index.ts";
import { statementByShape } from "../platform/db.ts";
import { defineJob } from "../platform/jobs/job.ts";
import type { Module } from "../platform/module.ts";
import { listPersonColumns, pathOf } from "./person-data.ts";
import type { OwnTable } from "./person-data.ts";

/**
 * Columns that refer to a guest without activity, or never to a guest, each with the reason. Every other column that refers to a
 * person counts as activity, so that a new table is never forgotten.
 */
export const traces: Readonly<Record<string, string>> = {
  "identity.session.userId": "every guest has one, and it has ended",
  "identity.session.profileId": "the same row",
  "identity.account.accountId": "the same row by userId",
  "growth.consents.person_id": "an answer about cookies, which are gone with the session",
  "growth.events.user_id": "page views end by EVENTS_KEPT_DAYS",
  "growth.events.anonymous_id": "page views end by EVENTS_KEPT_DAYS",
  "growth.exposures.person_id": "an experiment counts people whom it deletes",
  "growth.aliases.person_id": "of page views",
  "growth.aliases.previous_id": "of page views",
  "growth.visitors.person_id": "counts visits for reports",
  "growth.rtdb_leaves.person_id": "ad clicks, deleted with the guest",
  "platform.events.actor_id": "ends after a month",
  "billing.test_payments.account_id": "the test gateway's: who pays has invoices",
  "billing.test_tokens.account_id": "the test gateway's: a card that paid nothing",
  "community.cases.decided_by": "staff",
  "identity.staff_acts.actor_id": "staff",
  "media.assets.owner_id": "members upload, guests don't",
  "practice.rooms.host_id": "a device of the room, whose person is in practice.room_members",
};

const selectActive = statementByShape<OwnTable, { ids: readonly string[] }, { id: string }>(
  "app.list_active_guests",
  ({ schema, table, column, type }, p) => sql`
    select ids.id::text as id from unnest(${p.ids}::${sql.raw(type)}[]) as ids (id)
    where exists (select from ${sql.table(`${schema}.${table}`)} t where ${sql.ref(`t.${column}`)} = ids.id)`,
);

/** The columns whose rows are activity of the person they refer to. */
export const listActivityColumns = async (ctx: Ctx): Promise<OwnTable[]> =>
  (await listPersonColumns(ctx.db)).filter((column) => !(pathOf(column) in traces));

/** Deletes guests without activity, see `deleteIdleGuests`. */
export const deleteIdleGuestsJob = defineJob({
  name: "identity.delete_idle_guests",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    const columns = await listActivityColumns(ctx);
    const findActive = async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
      const active = new Set<string>();
      for (const column of columns) {
        const left = ids.filter((id) => !active.has(id));
        if (left.length === 0) break;
        for (const { id } of await ctx.db.many(selectActive(column), { ids: left })) active.add(id);
      }
      return active;
    };
    const deleted = await deleteIdleGuests(ctx, findActive, signal);
    if (deleted > 0) ctx.log.info({ deleted }, "Deleted guests without activity");
  },
});

/** Maintenance across the tables of all modules. */
export const maintenance: Module = {
  name: "maintenance",
  jobs: [deleteIdleGuestsJob],
  schedules: [{ job: deleteIdleGuestsJob, pattern: "11 3 * * *", backfill: "1d" }],
};
