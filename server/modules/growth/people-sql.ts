import { sql } from "kysely";
import type { RawBuilder } from "kysely";

/**
 * What led an account here, for another module's statement: `site:` and the host or campaign's source of its first visit, if it agreed
 * to be counted; else `said:` and its answer to the survey; else null.
 */
export const ledHereSql = (accountId: RawBuilder<unknown>): RawBuilder<unknown> => sql`coalesce(
  (select 'site:' || first_source from growth.visitors where person_id = ${accountId}::text),
  (select 'said:' || detail from growth.milestones where person_id = ${accountId}::text and kind = 'survey'))`;
