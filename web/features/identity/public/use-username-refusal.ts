import { useLingui } from "@lingui/react/macro";
import type { CombinedError } from "../../../graphql/hooks.ts";

/** Error message for a rejected username. */
export function useUsernameRefusal(): (error: CombinedError) => string {
  const { t } = useLingui();
  return (error) => {
    const { code, reason } = (error.graphQLErrors[0]?.extensions ?? {}) as { code?: string; reason?: string };
    if (code === "USERNAME_TAKEN") return t`This username (or one too similar) is taken.`;
    if (code === "USERNAME_INVALID" && reason === "reserved") return t`This username is reserved.`;
    if (code === "USERNAME_INVALID")
      return t`Use 3–30 letters, numbers, underscores, or single periods. Start with a letter.`;
    return t`We couldn’t connect. Try again.`;
  };
}
