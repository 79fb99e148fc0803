import { plural } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { useSession } from "../../../graphql/provider.tsx";
import { safeReturnPath } from "../../../lib/paths.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { showToast } from "../../../ui/toast.tsx";

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
  const arrive = async (classes: number): Promise<void> => {
    if (classes > 0)
      showToast(
        plural(classes, {
          one: "# class that you danced or saved as a guest came along.",
          other: "# classes that you danced or saved as a guest came along.",
        }),
      );
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
      if ("challenge" in outcome) setChallenge(outcome.challenge);
      else await arrive(outcome.classes);
    },
  };
}
