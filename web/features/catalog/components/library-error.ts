import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { CombinedError } from "../../../graphql/hooks.ts";
import { codeOf } from "../../../graphql/codes.ts";

/** Error message for a failed save in the library; input is preserved. */
export function useLibraryFault(): [string | null, (error: CombinedError | null) => void] {
  const { t } = useLingui();
  const [fault, setFault] = useState<string | null>(null);
  const say = (error: CombinedError | null): void => {
    if (!error) return setFault(null);
    const field = error.graphQLErrors[0]?.extensions["field"];
    switch (codeOf(error)) {
      case "NAME_TAKEN":
        return setFault(
          field === "username"
            ? t`Another instructor has this account already.`
            : t`The library has this name already. Choose another.`,
        );
      case "BAD_INPUT":
        return setFault(
          field === "username"
            ? t`No member has this username. They need to sign up and choose one first.`
            : t`Use 1 to 60 characters.`,
        );
      default:
        return setFault(t`That didn’t work. Nothing was changed.`);
    }
  };
  return [fault, say];
}
