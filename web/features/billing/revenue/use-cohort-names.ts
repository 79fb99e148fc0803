import { useLingui } from "@lingui/react/macro";
import type { CohortSplit } from "../../../../contract/cohort-splits.ts";

type Named = { value: string; name: string | null };

/** Names the values of a split: a plan, a class, or how members came. */
export function useCohortNames(): (split: CohortSplit, value: Named) => string {
  const { t } = useLingui();
  return (split, { value, name }) => {
    if (split !== "source") return name ?? (value === "" ? t`Never danced` : t`Deleted`);
    if (value === "gift") return t`Gift card`;
    if (value === "given") return t`Plan given by staff or an import`;
    const [kind, ...rest] = value.split(":");
    const detail = rest.join(":");
    if (kind === "code") return t`Promo code ${detail}`;
    if (kind === "said") return t`Survey: ${detail}`;
    return kind === "site" ? detail : t`Unknown`;
  };
}
