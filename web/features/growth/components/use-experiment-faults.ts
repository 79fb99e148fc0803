import { useLingui } from "@lingui/react/macro";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { SessionError } from "../../../graphql/session-error.ts";
import type { Fault } from "../../../lib/forms/use-server-form.ts";

/** How errors of the server about an experiment are read. */
export function useExperimentFaults(): (error: unknown) => Fault | "canceled" | null {
  const { t } = useLingui();
  return (error) => {
    if (error instanceof SessionError && error.code === "CANCELED") return "canceled";
    if (!isCombinedError(error)) return null;
    const field = faultFieldOf(error)?.replace("value.", "") ?? null;
    const fields: Readonly<Record<string, string>> = {
      name: t`Enter a name of up to 80 characters.`,
      title: t`Write a heading of up to 120 characters.`,
      text: t`Write at most 2,000 characters.`,
      interval: t`Choose an interval.`,
      goal: t`Choose a goal that people can still reach there.`,
      expectedRate: t`Enter a rate of 0% to 100%.`,
      minDifference: t`Enter a difference that needs at most 5,000,000 people.`,
      countries: t`Enter two-letter country codes, such as CH, LI.`,
      subject: t`Visitors can’t see this yet. Publish the landing page, or open the studio.`,
      value: t`Variant B is what the studio has now. Change it first.`,
    };
    switch (codeOf(error)) {
      case "BAD_INPUT":
        return { field, text: fields[field ?? ""] ?? t`Check the fields.` };
      case "CHANGED_MEANWHILE":
        return {
          field: null,
          text: t`Someone else changed this experiment. Copy your edits, then reload the page.`,
        };
      case "SUBJECT_TAKEN":
        return { field: null, text: t`Another experiment of this part is running. End it first.` };
      case "EXPERIMENT_FIXED":
        return { field: null, text: t`This experiment has started, so its plan stays. Reload the page.` };
      case "NETWORK":
        return { field: null, text: t`You’re offline. Nothing was saved. Try again.` };
      default:
        return { field: null, text: t`Couldn’t save. Try again.` };
    }
  };
}
