import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { accountOfSql } from "../identity/index.ts";
import { hasSeatSql } from "./seats/sql.ts";

const selectAccess = statement<{ personIds: readonly string[] }, { personId: string; accessRank: number }>(
  "billing.list_access",
  (p) => sql`
    select asked.id as "personId", access_rank as "accessRank" from unnest(${p.personIds}::uuid[]) as asked (id)
    join billing.person_access on person_id = ${accountOfSql(sql`asked.id`)}
    where ${hasSeatSql(sql`asked.id`, sql`person_id`, sql`seats`)}`,
);

/**
 * SQL for a person's access rank, for use in other modules' statements. 0 (free) without a subscription or a
 * person.
 */
export const accessRankSql = (personId: unknown): RawBuilder<unknown> =>
  sql`coalesce((
    select access_rank from billing.person_access
    where person_id = ${accountOfSql(personId)} and ${hasSeatSql(sql`${personId}::uuid`, sql`person_id`, sql`seats`)}), 0)`;

/** The access rank of each person whose subscription grants access. */
export const listAccess = (
  db: Db,
  personIds: readonly string[],
): Promise<{ personId: string; accessRank: number }[]> => db.many(selectAccess, { personIds });
