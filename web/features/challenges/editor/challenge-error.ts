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
        return t`It begins today or later: that day is over.`;
      case "endTime":
        return t`It ends after it begins, and within two years.`;
      case "requiredClassIds":
        return t`Choose 1 to 50 classes, each of them in the library.`;
      case "badges":
        return t`Each badge needs a name and a word on what it is for, asks for more than the one before it, and for no more than can be danced in that time.`;
      default:
        return t`That isn’t taken. A title and each of the three lines have up to 80 characters, the description up to 1,000.`;
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
          words: t`It has begun meanwhile, and people are earning by it: only its words, and while it runs a later end, still change. What you typed is still here: copy it, then load the challenge anew.`,
          isStale: true,
        });
      case "CHANGED_MEANWHILE":
        return setFault({
          words: t`Somebody else has saved this challenge meanwhile. What you typed is still here: copy it, then load the challenge anew.`,
          isStale: true,
        });
      case "NOT_FOUND":
        return setFault({
          words: t`Somebody else has called this challenge off meanwhile. What you typed is still here.`,
          isStale: false,
        });
      default:
        return setFault({
          words: t`Nothing is saved: the studio’s server didn’t answer. What you typed is still here.`,
          isStale: false,
        });
    }
  };
  return [fault, say];
}
