import { useLingui } from "@lingui/react/macro";

type MrrChange = "new" | "more" | "back" | "less" | "left";

/** Names how net MRR changed. */
export function useChangeNames(): Readonly<Record<MrrChange, string>> {
  const { t } = useLingui();
  return {
    new: t`New`,
    more: t`Upgraded`,
    back: t`Came back`,
    less: t`Downgraded`,
    left: t`Left`,
  };
}
