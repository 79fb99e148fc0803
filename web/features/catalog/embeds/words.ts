import { useLingui } from "@lingui/react/macro";

/** Names of the catalogue's fixed values, in the person's language. */
export function useClassWords() {
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
  const access: Record<string, string> = {
    free: t`Free`,
    basic: t`Basic`,
    standard: t`Standard`,
    premium: t`Premium`,
  };
  return {
    levels,
    types,
    access,
    level: (value: string) => levels[value] ?? value,
    type: (value: string) => types[value] ?? value,
    accessType: (value: string) => access[value] ?? value,
  };
}
