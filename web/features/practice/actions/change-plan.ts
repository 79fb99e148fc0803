import { useLingui } from "@lingui/react/macro";
import { useMutation, type OperationResult } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidatePlans, invalidating } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.ts";
import { deviceTimeZone } from "../../../../contract/formats/time-zones.ts";
import { PlanFragment } from "../components/plan-fragment.ts";

const Swap = graphql(
  `
    mutation SwapPlannedClass($id: ID!, $classId: ID!, $timeZone: String) {
      swapPlannedClass(id: $id, classId: $classId, timeZone: $timeZone) {
        weekStart
        ...Plan
      }
    }
  `,
  [PlanFragment],
);
const Move = graphql(
  `
    mutation MovePlannedClass($id: ID!, $date: DateTime!, $timeZone: String) {
      movePlannedClass(id: $id, date: $date, timeZone: $timeZone) {
        weekStart
        ...Plan
      }
    }
  `,
  [PlanFragment],
);
const Skip = graphql(
  `
    mutation SkipPlannedClass($id: ID!, $skipped: Boolean!, $timeZone: String) {
      skipPlannedClass(id: $id, skipped: $skipped, timeZone: $timeZone) {
        weekStart
        ...Plan
      }
    }
  `,
  [PlanFragment],
);
const Holiday = graphql(
  `
    mutation SetPlanHoliday($from: DateTime!, $to: DateTime!, $isOff: Boolean!, $timeZone: String) {
      setPlanHoliday(from: $from, to: $to, isOff: $isOff, timeZone: $timeZone) {
        weekStart
        ...Plan
      }
    }
  `,
  [PlanFragment],
);
const Settings = graphql(
  `
    mutation SetPlanSettings($minutes: Int, $startsAt: String, $weekStart: DateTime, $timeZone: String) {
      setPlanSettings(minutes: $minutes, startsAt: $startsAt, weekStart: $weekStart, timeZone: $timeZone) {
        weekStart
        ...Plan
      }
    }
  `,
  [PlanFragment],
);

defineCacheUpdates({
  swapPlannedClass: invalidating("planAlternatives"),
  setPlanHoliday: invalidatePlans,
  setPlanSettings: invalidatePlans,
});

/** Changes to a plan. Each announces its failure and resolves to true on success. */
export function usePlanChanges() {
  const { t } = useLingui();
  const [, swap] = useMutation(Swap);
  const [, move] = useMutation(Move);
  const [, skip] = useMutation(Skip);
  const [, holiday] = useMutation(Holiday);
  const [, settings] = useMutation(Settings);
  const said = async (work: Promise<OperationResult>): Promise<boolean> => {
    const { error } = await work;
    if (!error) return true;
    showToast(
      error.graphQLErrors.length > 0
        ? t`Your week changed in the meantime. Review it and try again.`
        : t`Couldn’t update your week. Try again.`,
    );
    return false;
  };
  return {
    swap: (id: string, classId: string) => said(swap({ id, classId, timeZone: deviceTimeZone() })),
    move: (id: string, date: string) => said(move({ id, date, timeZone: deviceTimeZone() })),
    skip: (id: string, skipped: boolean) => said(skip({ id, skipped, timeZone: deviceTimeZone() })),
    holiday: (from: string, to: string, isOff: boolean) =>
      said(holiday({ from, to, isOff, timeZone: deviceTimeZone() })),
    settings: (change: { minutes: number | null; startsAt: string | null }, weekStart: string) =>
      said(settings({ ...change, weekStart, timeZone: deviceTimeZone() })),
  };
}
