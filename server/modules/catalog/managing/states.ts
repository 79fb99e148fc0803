import { sql } from "kysely";
import { isAvailableSql } from "../../media/index.ts";
import { mustHearCountsSql } from "../beat/store-heard.ts";
import { lacksOf } from "../editing/classes.ts";
import type { EditedClass } from "../editing/store.ts";

/** What can become of a class. Archived: it was in the library, and isn't any more. */
export const classStates = ["draft", "ready", "scheduled", "in_library", "leaving", "archived"] as const;
export type ClassState = (typeof classStates)[number];

/** The state of a class, as `classStateSql` has it. */
export function classStateOf(found: EditedClass): ClassState {
  if (found.publishedAt) return found.leavesAt ? "leaving" : "in_library";
  if (found.publishAt) return "scheduled";
  if (found.firstPublishedAt) return "archived";
  return lacksOf(found).length === 0 ? "ready" : "draft";
}

/** The state of a row of `catalog.classes`. */
export const classStateSql = sql`
  case when classes.published_at is not null then case when classes.leaves_at is null then 'in_library' else 'leaving' end
    when classes.publish_at is not null then 'scheduled'
    when classes.first_published_at is not null then 'archived'
    when classes.duration_ms is not null and ${isAvailableSql(sql`classes.asset_id`)}
      and exists (select from catalog.class_parts where class_id = classes.id) and not ${mustHearCountsSql} then 'ready'
    else 'draft' end`;
