import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import { defineCountingJob, firstPending } from "../../platform/jobs/pending-counts.ts";

/** The catalog's revision, as bigint: it changes with every commit that may change what a list of classes holds. */
export const revisionSql = sql`(select number + (select count(*) from catalog.revision_changes) from catalog.revision)`;

const addUp = statement<object, { taken: number }>(
  "catalog.add_up_revision",
  () => sql`
    with taken as (
      delete from catalog.revision_changes where ${firstPending("catalog.revision_changes")} returning id
    ), counted as (
      update catalog.revision set number = number + (select count(*) from taken) where exists (select from taken)
    )
    select count(*)::int as taken from taken`,
);

/** Adds up the steps of the revision. Their sum, the revision, stays. */
export const addUpRevisionJob = defineCountingJob({ name: "catalog.add_up_revision", batch: addUp });
