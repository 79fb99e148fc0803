import { useEffect } from "react";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";

const key = "eightcount.dancer-chosen";

/** Records that a profile was chosen in this window. */
export function noteChoice(): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // Storage is unavailable: the next start asks again.
  }
}

function isChosen(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

/** Shows the profile picker at the start, once per window, if the account has several profiles. */
export function useFirstChoice(areSeveral: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!areSeveral || isChosen()) return;
    const next = location.pathname + location.search;
    void navigate({ to: paths.family(), search: { next }, replace: true });
  }, [areSeveral, navigate]);
}
