import { useLingui } from "@lingui/react/macro";
import type { ClassType, Energy, Level, Space } from "../../../../contract/class-attributes.ts";
import type { EnumValue } from "../../../graphql/graphql.ts";

/** Labels of the catalog's enum values. */
export function useClassLabels() {
  const { t } = useLingui();
  const levels: Record<Level, string> = {
    "absolute-beginner": t`Absolute beginner`,
    beginner: t`Beginner`,
    intermediate: t`Intermediate`,
    advanced: t`Advanced`,
  };
  const types: Record<ClassType, string> = {
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
  const energies: Record<Energy, string> = {
    gentle: t`Gentle`,
    steady: t`Steady`,
    high: t`High`,
  };
  const spaces: Record<Space, string> = {
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
    level: (value: string) => levels[value as Level] ?? value,
    type: (value: string) => types[value as ClassType] ?? value,
    energy: (value: string) => energies[value as Energy] ?? value,
    accessType: (value: EnumValue<"AccessType">) => access[value],
    /** What opens a class: a plan, or only a price of its own. */
    opener: (found: { accessType: EnumValue<"AccessType">; isSoldApart?: boolean }) =>
      found.isSoldApart ? t`Sold on its own` : access[found.accessType],
  };
}
