import type { Client } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import type { Session } from "../../../graphql/session.ts";

const SetTimeZone = graphql(`
  mutation SetTimeZone($timeZone: String!) {
    changeChallengeSettings(timeZone: $timeZone)
  }
`);
const reportedKey = "told-time-zone";

/** Tells the studio by which clock the person's days and quiet hours end, once, and again when they travel. Never rejects. */
export async function reportTimeZone(client: Client, { state }: Session): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (state.status !== "ready") return;
  const told = `${state.userId} ${timeZone}`;
  if (localStorage.getItem(reportedKey) === told) return;
  // Not told just now is told with the next page.
  const { error } = await client.mutation(SetTimeZone, { timeZone }).toPromise();
  if (!error) localStorage.setItem(reportedKey, told);
}
