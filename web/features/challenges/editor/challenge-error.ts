import { useLingui } from "@lingui/react/macro";
import type { CombinedError } from "../../../graphql/hooks.ts";
import { codeOf, faultFieldOf, hasCode } from "../../../graphql/codes.ts";
import type { Fault } from "../../../lib/forms/use-server-form.ts";

/** Fields of the form by the server's names. */
const formFields: Readonly<Record<string, string>> = {
  startTime: "firstDay",
  endTime: "lastDay",
  requiredClassIds: "classes",
};

/** Whether the challenge has changed since it was loaded, so that it has to be loaded again. */
export const isStale = (error: CombinedError): boolean =>
  hasCode(error, "HAS_BEGUN") || hasCode(error, "CHANGED_MEANWHILE");

/** Message of an error about a challenge that wasn't saved; input is preserved. */
export function useChallengeFault(): (error: CombinedError) => Fault {
  const { t } = useLingui();
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
  const wholeForm = (error: CombinedError): string => {
    switch (codeOf(error)) {
      case "HAS_BEGUN":
        return t`This challenge has started, so only text and a later end date can change. Copy your edits, then reload.`;
      case "CHANGED_MEANWHILE":
        return t`Someone else edited this challenge. Copy your edits, then reload.`;
      case "NOT_FOUND":
        return t`Someone else canceled this challenge. Your text is still here.`;
      default:
        return t`Couldn’t save. Your changes are still here. Try again.`;
    }
  };
  return (error) => {
    if (codeOf(error) !== "BAD_INPUT") return { field: null, text: wholeForm(error) };
    const field = faultFieldOf(error);
    return { field: field && (formFields[field] ?? field), text: refused(field) };
  };
}
