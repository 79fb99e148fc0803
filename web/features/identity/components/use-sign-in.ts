import { i18n } from "@lingui/core";
import { useEffect, useState } from "react";
import { chosenLocale } from "../../../../contract/locales.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { safeReturnPath } from "../../../lib/paths.ts";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { announceMergeResult } from "../public/merge-result.ts";

/** Signs in by any method, with or without a second factor, then navigates to the return path. */
export function useSignIn() {
  const session = useSession();
  const navigate = useNavigate();
  const { next } = useSearch() as { next?: string };
  // A return from a provider carries the challenge; it is removed from the address bar at once.
  const [challenge, setChallenge] = useState<string | null>(
    () => /^#([\w-]+\.[\w-]+)$/.exec(location.hash)?.[1] ?? null,
  );
  useEffect(() => {
    if (challenge && location.hash)
      history.replaceState(history.state, "", location.pathname + location.search);
  }, [challenge]);
  const arrive = async (): Promise<void> => {
    const href = safeReturnPath(next, location.origin);
    const chosen = chosenLocale(document.cookie);
    // The account's language has its own scripts. The next page announces the merge.
    if (chosen && chosen !== i18n.locale) return location.assign(href);
    announceMergeResult();
    await navigate({ href });
  };
  return {
    next,
    arrive,
    /** Set while a second factor is required: show `SecondStep`. */
    challenge,
    /** Returns to the first step. */
    restart: () => setChallenge(null),
    /** `path`: below /api/auth. */
    signIn: async (path: string, credentials: object): Promise<void> => {
      const result = await session.signIn(path, credentials);
      if (result) setChallenge(result.challenge);
      else await arrive();
    },
  };
}
