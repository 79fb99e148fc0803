import { useLingui } from "@lingui/react/macro";

export type Reason = "harassment" | "hate" | "irrelevant" | "nudity" | "other" | "spam" | "violence";

/** One-word labels of report reasons, for staff. */
export function useReasonNames(): Record<Reason, string> {
  const { t } = useLingui();
  return {
    harassment: t`Harassment`,
    hate: t`Hate`,
    nudity: t`Nudity`,
    violence: t`Violence`,
    spam: t`Spam`,
    irrelevant: t`Irrelevant`,
    other: t`Other`,
  };
}
