import { sql } from "kysely";
import { statement, statementByShape } from "../../platform/db.ts";
import { nameAuditSubjects, nameAuditSubjectsByUuid } from "../identity/index.ts";
import type { SubjectName } from "../identity/index.ts";

const titled = { class: sql`catalog.classes`, song: sql`catalog.songs` } as const;
const selectTitles = statementByShape<keyof typeof titled, { ids: readonly string[] }, SubjectName>(
  "catalog.list_subject_names",
  (kind, p) => sql`select id::text, title as name from ${titled[kind]} where id = any(${p.ids}::uuid[])`,
);
for (const kind of ["class", "song"] as const)
  nameAuditSubjectsByUuid(kind, (ctx, ids) => ctx.db.many(selectTitles(kind), { ids }));

const selectNames = statement<{ kind: string; slugs: readonly string[] }, SubjectName>(
  "catalog.list_entry_names",
  (p) => sql`
    select slug as id, name from (
      select 'style' as kind, slug, name from catalog.styles
      union all select 'category', slug, name from catalog.categories
      union all select 'section', slug, name from catalog.sections
      union all select 'instructor', slug, name from catalog.instructors) as entry
    where kind = ${p.kind}::text and slug = any(${p.slugs}::text[])`,
);
for (const kind of ["style", "category", "section", "instructor"])
  nameAuditSubjects(kind, (ctx, slugs) => ctx.db.many(selectNames, { kind, slugs }));
