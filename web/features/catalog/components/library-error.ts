import { useLingui } from "@lingui/react/macro";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import type { Fault } from "../../../lib/forms/use-server-form.ts";

/** Reads the error of a failed save in the library, for `useServerForm`. */
export function useLibraryFault(): (error: unknown) => Fault | null {
  const { t } = useLingui();
  return (error) => {
    if (!isCombinedError(error)) return null;
    const field = faultFieldOf(error);
    const isAccount = field === "username";
    const wrong: Record<string, string> = {
      username: t`No member has this username. They need to sign up and choose one first.`,
      links: t`Enter up to 5 web addresses that begin with https://, one on each line.`,
    };
    switch (codeOf(error)) {
      case "NAME_TAKEN":
        return {
          field,
          text: isAccount
            ? t`Another instructor has this account already.`
            : t`The library has this name already. Choose another.`,
        };
      case "BAD_INPUT":
        return { field, text: wrong[field ?? ""] ?? t`Use 1 to 60 characters.` };
      default:
        return { field: null, text: t`That didn’t work. Reload the page to see what was saved.` };
    }
  };
}
