import { graphql } from "../../../graphql/graphql.ts";

/** Age, failure and schedule of backups. */
export const BackupsFragment = graphql(`
  fragment Backups on StudioBackups {
    newestAt
    isLate
    nightlyHour
    keep
    isRestored
    isRunning
    failure
    failedAt
  }
`);
