import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";

const selectAccess = statement<{ personIds: readonly string[] }, { personId: string; accessRank: number }>(
  "billing.list_access",
  (p) =>
    sql`select person_id as "personId", access_rank as "accessRank" from billing.person_access where person_id = any(${p.personIds}::uuid[])`,
);

/** The access rank of a person, 0 (free) without a subscription or a person, for another module's statement. */
export const accessRankSql = (personId: unknown): RawBuilder<unknown> =>
  sql`coalesce((select access_rank from billing.person_access where person_id = ${personId}::uuid), 0)`;

/** The access rank of each person who has a subscription that grants any. */
export const listAccess = (
  db: Db,
  personIds: readonly string[],
): Promise<{ personId: string; accessRank: number }[]> => db.many(selectAccess, { personIds });
