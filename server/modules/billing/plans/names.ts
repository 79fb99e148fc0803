import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import { defineLoader } from "../../../platform/loader.ts";
import { nameAuditSubjects } from "../../identity/index.ts";
import type { SubjectName } from "../../identity/index.ts";

const selectNames = statement<{ ids: readonly string[] }, SubjectName>(
  "billing.list_plan_names",
  (p) => sql`select id, name from billing.plans where id = any(${p.ids}::text[])`,
);

/** Loads names of plans by id, in the studio's language and batched. */
export const planNameLoader = defineLoader<string, string>(
  async (ctx, ids) => new Map((await ctx.db.many(selectNames, { ids })).map(({ id, name }) => [id, name])),
);
nameAuditSubjects("plan", (ctx, ids) => ctx.db.many(selectNames, { ids }));
