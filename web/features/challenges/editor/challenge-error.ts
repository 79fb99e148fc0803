import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { CombinedError } from "urql";
import { codeOf } from "../../../graphql/codes.ts";

/** Error message for a challenge that wasn't saved; input is preserved. */
export type ChallengeFault = { words: string; isStale: boolean };

/** The current error, and a setter. */
export function useChallengeFault(): [ChallengeFault | null, (error: CombinedError | null) => void] {
  const { t } = useLingui();
  const [fault, setFault] = useState<ChallengeFault | null>(null);
  const refused = (field: unknown): string => {
    switch (field) {
      case "startTime":
        return t`Choose a start date from today.`;
      case "endTime":
        return t`Choose an end date after the start, within two years.`;
      case "requiredClassIds":
        return t`Choose 1 to 50 classes, each of them in the library.`;
      case "badges":
        return t`Each badge needs a name, a description, and a higher, achievable goal than the one before.`;
      default:
        return t`Titles and lines: up to 80 characters. Description: up to 1,000.`;
    }
  };
  const say = (error: CombinedError | null): void => {
    if (!error) return setFault(null);
    const field = error.graphQLErrors[0]?.extensions["field"];
    switch (codeOf(error)) {
      case "BAD_INPUT":
        return setFault({ words: refused(field), isStale: false });
      case "HAS_BEGUN":
        return setFault({
          words: t`This challenge has started, so only text and a later end date can change. Copy your edits, then reload.`,
          isStale: true,
        });
      case "CHANGED_MEANWHILE":
        return setFault({
          words: t`Someone else edited this challenge. Copy your edits, then reload.`,
          isStale: true,
        });
      case "NOT_FOUND":
        return setFault({
          words: t`Someone else canceled this challenge. Your text is still here.`,
          isStale: false,
        });
      default:
        return setFault({
          words: t`Couldn’t save. Your changes are still here. Try again.`,
          isStale: false,
        });
    }
  };
  return [fault, say];
}
