import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import { nameAuditSubjects } from "../../identity/index.ts";
import type { SubjectName } from "../../identity/index.ts";

const selectNames = statement<{ ids: readonly string[] }, SubjectName>(
  "growth.list_experiment_names",
  (p) => sql`select id, name from growth.experiments where id = any(${p.ids}::text[]) and name is not null`,
);
nameAuditSubjects("experiment", (ctx, ids) => ctx.db.many(selectNames, { ids }));
