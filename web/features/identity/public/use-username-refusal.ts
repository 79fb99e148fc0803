import { useLingui } from "@lingui/react/macro";
import type { CombinedError } from "urql";

/** Error message for a rejected username. */
export function useUsernameRefusal(): (error: CombinedError) => string {
  const { t } = useLingui();
  return (error) => {
    const { code, reason } = (error.graphQLErrors[0]?.extensions ?? {}) as { code?: string; reason?: string };
    if (code === "USERNAME_TAKEN") return t`Somebody has this name, or one that looks like it.`;
    if (code === "USERNAME_INVALID" && reason === "reserved") return t`This name is kept for the studio.`;
    if (code === "USERNAME_INVALID")
      return t`Three to 30 letters a to z, digits, underscores and single dots, beginning with a letter.`;
    return t`The studio didn’t answer. Try once more.`;
  };
}
