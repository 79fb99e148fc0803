import { useLingui } from "@lingui/react/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";

/** Labels of the catalog's enum values. */
export function useClassLabels() {
  const { t } = useLingui();
  const levels: Record<string, string> = {
    "absolute-beginner": t`Absolute beginner`,
    beginner: t`Beginner`,
    intermediate: t`Intermediate`,
    advanced: t`Advanced`,
  };
  const types: Record<string, string> = {
    choreography: t`Choreography`,
    foundations: t`Foundations`,
    drill: t`Drill`,
    workout: t`Workout`,
    wellness: t`Wellness`,
    party: t`Party`,
  };
  const access: Record<EnumValue<"AccessType">, string> = {
    free: t`Free`,
    basic: t`Basic`,
    standard: t`Standard`,
    premium: t`Premium`,
  };
  const energies: Record<string, string> = {
    gentle: t`Gentle`,
    steady: t`Steady`,
    high: t`High`,
  };
  const spaces: Record<string, string> = {
    spot: t`Stays in place`,
    steps: t`A few steps of space`,
    room: t`Needs a full room`,
  };
  return {
    levels,
    types,
    access,
    energies,
    spaces,
    level: (value: string) => levels[value] ?? value,
    type: (value: string) => types[value] ?? value,
    accessType: (value: EnumValue<"AccessType">) => access[value],
  };
}
