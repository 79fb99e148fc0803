import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import { defineLoader } from "../../../platform/loader.ts";

/** Who changed a subject last, and when. */
export interface LastAct {
  readonly subject: string;
  readonly actorId: string;
  readonly at: Date;
}

const selectLast = statement<{ subjects: readonly string[] }, LastAct>(
  "identity.list_last_acts",
  (p) => sql`
    select given.subject, act.actor_id as "actorId", act.happened_at as at
    from unnest(${p.subjects}::text[]) as given (subject), lateral (
      select actor_id, happened_at from identity.staff_acts
      where staff_acts.subject = given.subject and actor_id is not null
      order by happened_at desc limit 1
    ) as act`,
);

/** The newest entry of the audit log by a person, by subject: `class:4f0c…`. */
export const lastActLoader = defineLoader<string, LastAct>(async (ctx, subjects) => {
  const rows = await ctx.db.many(selectLast, { subjects });
  return new Map(rows.map((row) => [row.subject, row]));
});
