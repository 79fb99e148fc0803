import { graphql } from "../../../graphql/graphql.ts";
import { BackupsFragment } from "../backups/backups-fragment.ts";

/** What waits for the viewer on the studio’s home page. */
export const WaitingFragment = graphql(
  `
    fragment StudioWaiting on StudioHome {
      missingSteps
      revenueTasks {
        kind
        count
        dueAt
      }
      backups {
        ...Backups
      }
    }
  `,
  [BackupsFragment],
);
