import { useEffect } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { adultKey } from "../../../graphql/known-adult.ts";
import { useSessionState } from "../../../graphql/provider.tsx";

const GetMeProfileQuery = graphql(`
  query GetMeProfile {
    me {
      id
      uid
      username
      name
      photoURL
      isChild
      familySize
    }
  }
`);

/** The viewer's profile. */
export type Me = NonNullable<ResultOf<typeof GetMeProfileQuery>["me"]>;

/** The active profile; null if it couldn’t be loaded, undefined while it is loading. */
export function useMe(): Me | null | undefined {
  const session = useSessionState();
  const [{ data, error }, ask] = useQuery({ query: GetMeProfileQuery });
  const isMissing = !data && error !== undefined;
  useEffect(() => {
    if (!isMissing) return;
    const again = (): void => ask({ requestPolicy: "network-only" });
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, [isMissing, ask]);
  if (!data) return error ? null : undefined;
  // Right after a switch urql still holds the profile before.
  if (session.status === "ready" && data.me && data.me.uid !== session.userId) return undefined;
  return data.me;
}

/**
 * Whether a child’s profile is active. One that can’t be loaded counts as a child’s, unless it is the account holder’s or this device
 * knows that it is an adult’s.
 */
export function useIsChild(): boolean {
  const session = useSessionState();
  const me = useMe();
  if (me) return me.isChild;
  return (
    session.status === "ready" &&
    session.userId !== session.accountId &&
    session.userId !== localStorage.getItem(adultKey)
  );
}
