import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import { nameAuditSubjectsByUuid } from "../identity/index.ts";
import type { SubjectName } from "../identity/index.ts";

const selectTitles = statement<{ ids: readonly string[] }, SubjectName>(
  "courses.list_subject_names",
  (p) => sql`select id, title as name from courses.courses where id = any(${p.ids}::uuid[])`,
);
nameAuditSubjectsByUuid("course", (ctx, ids) => ctx.db.many(selectTitles, { ids }));
