import { sql } from "kysely";
import { statement } from "../../../platform/db.ts";
import { defineLoader } from "../../../platform/loader.ts";

const selectNames = statement<{ ids: readonly string[] }, { id: string; name: string }>(
  "billing.list_plan_names",
  (p) => sql`select id, name from billing.plans where id = any(${p.ids}::text[])`,
);

/** Loads names of plans by id, in the studio's language and batched. */
export const planNameLoader = defineLoader<string, string>(
  async (ctx, ids) => new Map((await ctx.db.many(selectNames, { ids })).map(({ id, name }) => [id, name])),
);
