import { useEffect } from "react";
import { paths } from "../../../lib/paths.ts";
import { useNavigate } from "../../../lib/router/index.ts";

const key = "eightcount.dancer-chosen";

/** Notes that it was said who dances in this window. */
export function noteChoice(): void {
  try {
    sessionStorage.setItem(key, "1");
  } catch {
    // Then the next start asks again.
  }
}

function isChosen(): boolean {
  try {
    return sessionStorage.getItem(key) !== null;
  } catch {
    return true;
  }
}

/** Asks at the start who is dancing, once a window, where several may. */
export function useFirstChoice(areSeveral: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!areSeveral || isChosen()) return;
    const next = location.pathname + location.search;
    void navigate({ to: paths.family(), search: { next }, replace: true });
  }, [areSeveral, navigate]);
}
