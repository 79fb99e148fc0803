import { useEffect, useState } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { safeReturnPath } from "../../../lib/paths.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { announceMergeResult } from "../public/merge-result.ts";

/** Signing in by whichever way: in one step or two, then on to where one was going. */
export function useSignIn() {
  const session = useSession();
  const navigate = useNavigate();
  const { next } = useSearch() as { next?: string };
  // Whoever comes back from a provider brings the challenge along; it leaves the address bar at once.
  const [challenge, setChallenge] = useState<string | null>(
    () => /^#([\w-]+\.[\w-]+)$/.exec(location.hash)?.[1] ?? null,
  );
  useEffect(() => {
    if (challenge && location.hash)
      history.replaceState(history.state, "", location.pathname + location.search);
  }, [challenge]);
  const arrive = async (): Promise<void> => {
    announceMergeResult();
    await navigate({ href: safeReturnPath(next, location.origin) });
  };
  return {
    next,
    arrive,
    /** Set while a second step is asked for: show `SecondStep`. */
    challenge,
    /** Goes back to the first step. */
    restart: () => setChallenge(null),
    /** `path`: below /api/auth. */
    signIn: async (path: string, shown: object): Promise<void> => {
      const outcome = await session.signIn(path, shown);
      if (outcome) setChallenge(outcome.challenge);
      else await arrive();
    },
  };
}
