import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import { nameAuditSubjectsByUuid } from "../../identity/index.ts";
import type { SubjectName } from "../../identity/index.ts";

const selectSubjects = statement<{ ids: readonly string[]; locale: string }, SubjectName>(
  "studio.list_message_names",
  (p) => sql`
    select id, coalesce(nullif(texts -> ${p.locale}::text ->> 'subject', ''),
      (select value ->> 'subject' from jsonb_each(texts) where value ->> 'subject' <> '' order by key limit 1), '') as name
    from studio.messages where id = any(${p.ids}::uuid[])`,
);
nameAuditSubjectsByUuid("message", (ctx, ids) =>
  ctx.db.many(selectSubjects, { ids, locale: ctx.studio.locale }),
);
