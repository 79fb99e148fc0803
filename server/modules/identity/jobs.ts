import { z } from "zod";
import { defineJob } from "../../platform/jobs/job.ts";
import { deleteOldExports } from "./accounts/exports.ts";
import { removeDueAccounts } from "./deletion/deletion.ts";
import { deleteExpired } from "./maintenance.ts";
import { forgetInvitations } from "./roles/invitations.ts";

/** Deletes what has expired: accounts due for deletion, data exports, invitations, tokens, sessions. */
export const maintenanceJob = defineJob({
  name: "identity.upkeep",
  schema: z.object({}),
  maxAttempts: 3,
  run: async (ctx, _payload, { signal }) => {
    await deleteExpired(ctx);
    await forgetInvitations(ctx);
    await deleteOldExports(ctx);
    await removeDueAccounts(ctx, signal);
  },
});
