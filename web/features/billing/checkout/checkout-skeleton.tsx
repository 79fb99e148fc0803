import { useLingui } from "@lingui/react/macro";
import { Skeleton, TextSkeleton } from "../../../ui/state.tsx";

/** The checkout while it loads. */
export function CheckoutSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading plans`} className="pay">
      <div className="stack pay-form">
        <TextSkeleton className="d1 pay-head w-4/5" />
        <div className="plans">
          {[0, 1, 2, 3].map((row) => (
            <div className="plan" key={row}>
              <TextSkeleton className="w-full" />
            </div>
          ))}
        </div>
      </div>
      <div className="stack pay-sum">
        <TextSkeleton className="t4 w-1/2" />
        <TextSkeleton className="w-full" />
        <TextSkeleton className="w-3/4" />
        <span className="sk btn btn-l btn-w" />
      </div>
    </Skeleton>
  );
}
