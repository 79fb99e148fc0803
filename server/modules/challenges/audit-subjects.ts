import { sql } from "kysely";
import { statement } from "../../platform/db.ts";
import { nameAuditSubjectsByUuid } from "../identity/index.ts";
import type { SubjectName } from "../identity/index.ts";

const selectTitles = statement<{ ids: readonly string[] }, SubjectName>(
  "challenges.list_subject_names",
  (p) => sql`select id, title as name from challenges.challenges where id = any(${p.ids}::uuid[])`,
);
nameAuditSubjectsByUuid("challenge", (ctx, ids) => ctx.db.many(selectTitles, { ids }));
