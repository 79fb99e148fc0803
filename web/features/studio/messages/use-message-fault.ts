import { useLingui } from "@lingui/react/macro";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import type { Fault } from "../../../lib/forms/use-server-form.ts";

/**
 * Message of an error about a message that wasn't saved or tested; input is preserved.
 * @param texts by error code: what only this kind of message says
 */
export function useMessageFault(texts: Readonly<Record<string, string>>): (error: unknown) => Fault {
  const { t } = useLingui();
  return (error) => {
    const failed = { field: null, text: t`Couldn’t save. Your changes are still here. Try again.` };
    if (!isCombinedError(error)) return failed;
    const code = codeOf(error);
    if (code === "BAD_INPUT")
      return { field: faultFieldOf(error), text: error.graphQLErrors[0]?.message ?? failed.text };
    if (code === "RATE_LIMITED") return { field: null, text: t`That’s many tests. Try again in an hour.` };
    return { field: null, text: (code && texts[code]) || failed.text };
  };
}
