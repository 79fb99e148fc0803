import { useLingui } from "@lingui/react/macro";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";

/** Placeholder of a studio page's content, or of a large part of it, while its data or its code loads. */
export function PageSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading page`} className="stack">
      <TextSkeleton className="w-1/2" />
      <TextSkeleton className="w-full" />
      <TextSkeleton className="w-full" />
      <TextSkeleton className="w-3/4" />
    </Skeleton>
  );
}
