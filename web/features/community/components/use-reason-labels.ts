import { useLingui } from "@lingui/react/macro";
import type { Reason } from "../public/use-reason-names.ts";

/** Short labels of report reasons. */
export function useReasonLabels(): (reason: string) => string {
  const { t } = useLingui();
  const labels: Record<Reason, string> = {
    harassment: t`harassment`,
    hate: t`hate speech`,
    nudity: t`nudity, or filming without consent`,
    violence: t`violence or harm`,
    spam: t`spam`,
    irrelevant: t`off topic`,
    other: t`breaks the community guidelines`,
  };
  return (reason) => labels[reason as Reason] ?? labels.other;
}
