import { useEffect } from "react";
import { useMutation } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { useSessionState } from "../../../graphql/provider.tsx";

const SetTimeZone = graphql(`
  mutation SetTimeZone($timeZone: String!) {
    changeChallengeSettings(timeZone: $timeZone)
  }
`);
const toldKey = "told-time-zone";

/** Tells the studio by which clock the person's days and quiet hours end, once, and again when they travel. */
export function useTimeZone(): void {
  const session = useSessionState();
  const userId = session.status === "ready" ? session.userId : null;
  const [, tell] = useMutation(SetTimeZone);
  useEffect(() => {
    if (userId === null) return;
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const told = `${userId} ${timeZone}`;
    if (localStorage.getItem(toldKey) === told) return;
    // Not told just now is told when the app is opened next.
    void tell({ timeZone }).then(({ error }) => {
      if (!error) localStorage.setItem(toldKey, told);
    });
  }, [userId, tell]);
}
