import { useLingui } from "@lingui/react/macro";
import { CardSkeletons, Skeleton, TextSkeleton } from "../../../ui/state.tsx";

/** Skeleton of the dashboard. */
export function DashboardSkeleton() {
  const { t } = useLingui();
  return (
    <Skeleton label={t`Loading today’s classes`}>
      <div className="dash-top">
        <div className="stage sk-stage" />
        <div className="tonight">
          <TextSkeleton className="d2 w-1/2" />
          <div className="setlist">
            {[0, 1, 2, 3].map((row) => (
              <div className="set-i" key={row}>
                <TextSkeleton className="w-2/3" />
              </div>
            ))}
          </div>
        </div>
      </div>
      <RailSkeleton />
    </Skeleton>
  );
}

/** Skeleton of a row of classes, without a text for screen readers. */
export function RailSkeleton() {
  return (
    <div className="rail sec" aria-hidden="true">
      <CardSkeletons count={6} />
    </div>
  );
}
