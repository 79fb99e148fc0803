import { builder } from "../../../platform/graphql/builder.ts";
import { backUpNow, backupFailures, readBackups } from "./backups.ts";
import type { StudioBackups } from "./backups.ts";

const BackupFailureType = builder.enumType("BackupFailure", { values: backupFailures });

export const StudioBackupsType = builder.objectRef<StudioBackups>("StudioBackups").implement({
  description: "Backups of the database and all files.",
  fields: (t) => ({
    newestAt: t.expose("newestAt", {
      type: "DateTime",
      nullable: true,
      description: "When the newest one was finished, however it was made.",
    }),
    isLate: t.exposeBoolean("isLate", {
      description: "Older than 26 hours, or than 7 days where the server makes none, or missing for so long.",
    }),
    nightlyHour: t.exposeInt("nightlyHour", {
      nullable: true,
      description: "Hour in the studio's time zone; null where the server makes none.",
    }),
    keep: t.exposeInt("keep", { nullable: true, description: "How many stay." }),
    isRestored: t.exposeBoolean("isRestored", {
      description: "Whether each is restored into a database of its own as a check.",
    }),
    isRunning: t.exposeBoolean("isRunning"),
    failure: t.expose("failure", {
      type: BackupFailureType,
      nullable: true,
      description: "Why the server's last attempt failed; null if it didn't.",
    }),
    failedAt: t.expose("failedAt", { type: "DateTime", nullable: true }),
  }),
});

builder.queryField("studioBackups", (t) =>
  t.field({
    type: StudioBackupsType,
    description: "For admins.",
    resolve: (_root, _args, ctx) => readBackups(ctx),
  }),
);
builder.mutationField("backUpNow", (t) =>
  t.field({
    type: StudioBackupsType,
    description:
      "Begins a backup; changes nothing while one runs. For admins. In the audit log. BACKUPS_OFF.",
    resolve: (_root, _args, ctx) => backUpNow(ctx),
  }),
);
