import { useLingui } from "@lingui/react/macro";

/** Short labels of report reasons. */
export function useReasonLabels(): (reason: string) => string {
  const { t } = useLingui();
  const labels: Record<string, string> = {
    harassment: t`it goes after somebody`,
    hate: t`it’s hateful`,
    nudity: t`nudity, or somebody filmed without their will`,
    violence: t`violence or harm`,
    spam: t`spam`,
    irrelevant: t`it has nothing to do with dancing`,
    other: t`it breaks the rules of the house`,
  };
  return (reason) => labels[reason] ?? labels["other"]!;
}
