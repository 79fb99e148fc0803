import { z } from "zod";
import type { Tx } from "../../../ctx.ts";
import { defineJob } from "../../../platform/jobs/job.ts";
import type { Job } from "../../../platform/jobs/job.ts";
import { forgetMemberImports, invitePage } from "./inviting.ts";
import type { ImportPage } from "./inviting.ts";

/** Imports run one after another: no two of them invite the same address. */
const options = { queue: "studio.member_import" } as const;

/** Invites the people of a page of an import, and enqueues itself for the next one. */
export const runMemberImportJob: Job<ImportPage> = defineJob({
  name: "studio.run_member_import",
  schema: z.object({ importId: z.uuid(), staffId: z.uuid(), after: z.number().int() }),
  maxAttempts: 10,
  run: (ctx, page, { signal }) =>
    invitePage(ctx, page, signal, (tx, after) => tx.enqueue(runMemberImportJob, { ...page, after }, options)),
});

/** Starts an import in the caller's transaction. */
export const enqueueMemberImport = (tx: Tx, order: Omit<ImportPage, "after">): Promise<void> =>
  tx.enqueue(runMemberImportJob, { ...order, after: 0 }, options);

/** Deletes imports whose time is over. */
export const memberImportUpkeepJob = defineJob({
  name: "studio.member_import_upkeep",
  schema: z.object({}),
  maxAttempts: 3,
  run: (ctx) => forgetMemberImports(ctx),
});
