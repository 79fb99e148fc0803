import { useMemo } from "react";
import { useQuery } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { profileKey } from "../../../graphql/known-profile.ts";
import { useSessionState } from "../../../graphql/provider.tsx";
import type { SessionState } from "../../../graphql/session.ts";

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

/** Whether the active profile isn’t the account holder’s. Only such a profile can be a child’s. */
export const isOtherProfile = (session: SessionState): boolean =>
  session.status === "ready" && session.userId !== session.accountId;

/**
 * The active profile; undefined while it is loading. If it can’t be loaded, as without a connection: what this device remembers of
 * it, which is of profiles other than the account holder’s only; otherwise null.
 */
export function useMe(): Me | null | undefined {
  const session = useSessionState();
  const [{ data, error }] = useQuery({ query: GetMeProfileQuery });
  const isLost = !data && Boolean(error);
  const known = useMemo(
    () => (isLost ? (JSON.parse(localStorage.getItem(profileKey) ?? "null") as Me | null) : null),
    [isLost],
  );
  if (isLost) return session.status === "ready" && known?.uid === session.userId ? known : null;
  if (!data) return undefined;
  // Right after a switch urql still holds the profile before.
  if (session.status === "ready" && data.me && data.me.uid !== session.userId) return undefined;
  return data.me;
}

/** Whether a child’s profile is active. An unknown one counts as a child’s, unless it is the account holder’s. */
export function useIsChild(): boolean {
  const session = useSessionState();
  return useMe()?.isChild ?? isOtherProfile(session);
}
