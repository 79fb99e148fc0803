import type { ChoosablePlan } from "./plan-choice.ts";

type Counted = { total: number };
/** Number of classes in the library by access type. */
export type ClassCounts = { basicClasses: Counted; standardClasses: Counted; allClasses: Counted };

/** Number of classes that a plan includes; null while the library is empty. */
export function classesOpened(
  { accessType }: Pick<ChoosablePlan, "accessType">,
  { basicClasses, standardClasses, allClasses }: ClassCounts,
): { count: number; all: number } | null {
  const all = allClasses.total;
  if (all === 0) return null;
  const counted = {
    free: basicClasses,
    basic: basicClasses,
    standard: standardClasses,
    premium: allClasses,
  };
  return { count: counted[accessType].total, all };
}
