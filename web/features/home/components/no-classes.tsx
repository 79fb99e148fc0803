import { useLingui } from "@lingui/react/macro";
import { EmptyState } from "../../../ui/state.tsx";

/** Today's page of a studio that has no class to play yet. */
export function NoClasses() {
  const { t } = useLingui();
  return (
    <EmptyState title={t`No classes yet`}>{t`The first class is on its way. Check back soon.`}</EmptyState>
  );
}
