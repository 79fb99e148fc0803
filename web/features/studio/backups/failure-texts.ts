import { t } from "@lingui/core/macro";
import type { ResultOf } from "../../../graphql/graphql.ts";
import type { BackupsFragment } from "./backups-fragment.ts";

export type Backups = ResultOf<typeof BackupsFragment>;

/** Why a backup failed, and what to do. */
export const failureTexts = (): Record<NonNullable<Backups["failure"]>, string> => ({
  noSpace: t`There was no space left. Free up space on the server.`,
  notWritable: t`The folder couldn’t be written. Check BACKUP_TO and its permissions.`,
  tooSlow: t`Reading the database took too long. Write to a faster disk.`,
  damaged: t`A file is damaged on the disk. Check the disk.`,
  notRestored: t`It couldn’t be restored as a test. The server’s log says why.`,
  busy: t`Another backup was running.`,
  unknown: t`The server’s log says why.`,
});
