import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import type { Db } from "../../platform/db.ts";
import { localeSql, timeZoneSql } from "../identity/index.ts";
import type { Channels } from "./kinds/index.ts";

type Page = { after: string; first: number } & Channels;
const selectReachable = statement<Page, { personId: string; timeZone: string; locale: string | null }>(
  "notifications.list_reachable",
  (p) => sql`
    select known.person_id as "personId", ${timeZoneSql(sql`known.person_id`)} as "timeZone", ${localeSql(sql`known.person_id`)} as locale from (
      select person_id from notifications.push_subscriptions where person_id > ${p.after}::uuid
      union
      select person_id from notifications.kind_settings where kind = 'PlanOfTheDay' and person_id > ${p.after}::uuid
    ) as known
    left join notifications.kind_settings as settings on settings.person_id = known.person_id and settings.kind = 'PlanOfTheDay'
    where coalesce(settings.inbox, ${p.inbox}::boolean) or coalesce(settings.email, ${p.email}) <> 'off'
      or coalesce(settings.push, ${p.push}::boolean)
    order by known.person_id limit ${p.first}::int`,
);

/**
 * People with any channel for plan notifications, by id; `inbox`, `push` and `email` are the kind's
 * defaults.
 */
export const listReachable = (
  db: Db,
  page: Page,
): Promise<{ personId: string; timeZone: string; locale: string | null }[]> => db.many(selectReachable, page);
