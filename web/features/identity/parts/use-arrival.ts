import { plural } from "@lingui/core/macro";
import { useNavigate, useSearch } from "../../../lib/router/index.ts";
import { safeReturnPath } from "../../../lib/paths.ts";
import { showToast } from "../../../ui/toast.tsx";

/** What follows signing in: says what came along, and goes back to where one was going. */
export function useArrival(): { next: string | undefined; arrive: (classes: number) => Promise<void> } {
  const navigate = useNavigate();
  const { next } = useSearch() as { next?: string };
  return {
    next,
    arrive: async (classes) => {
      if (classes > 0)
        showToast(
          plural(classes, {
            one: "# class that you danced or saved as a guest came along.",
            other: "# classes that you danced or saved as a guest came along.",
          }),
        );
      await navigate({ href: safeReturnPath(next, location.origin) });
    },
  };
}
