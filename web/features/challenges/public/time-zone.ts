import type { GraphqlClient } from "../../../graphql/hooks.ts";
import { deviceTimeZone } from "../../../../contract/formats/time-zones.ts";
import { graphql } from "../../../graphql/graphql.ts";
import type { Session } from "../../../graphql/session.ts";

const SetTimeZone = graphql(`
  mutation SetTimeZone($timeZone: String!) {
    changeChallengeSettings(timeZone: $timeZone)
  }
`);
const reportedKey = "reported-time-zone";
/** What is being sent: a page that follows the one before quickly would send it again. */
let underWay: string | null = null;

/** Reports the time zone for days and quiet hours to the server, once and after each change. Never rejects. */
export async function reportTimeZone(client: GraphqlClient, { state }: Session): Promise<void> {
  const timeZone = deviceTimeZone();
  if (state.status !== "ready") return;
  const reported = `${state.userId} ${timeZone}`;
  if (reported === underWay || localStorage.getItem(reportedKey) === reported) return;
  underWay = reported;
  // A failed report is retried on the next page.
  const { error } = await client.mutation(SetTimeZone, { timeZone });
  underWay = null;
  if (!error) localStorage.setItem(reportedKey, reported);
}
