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
    switch (codeOf(error)) {
      case "NAME_TAKEN":
        return {
          field,
          text: isAccount
            ? t`Another instructor has this account already.`
            : t`The library has this name already. Choose another.`,
        };
      case "BAD_INPUT":
        return {
          field,
          text: isAccount
            ? t`No member has this username. They need to sign up and choose one first.`
            : t`Use 1 to 60 characters.`,
        };
      default:
        return { field: null, text: t`That didn’t work. Reload the page to see what was saved.` };
    }
  };
}
