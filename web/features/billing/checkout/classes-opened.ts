import type { ChoosablePlan } from "./plan-choice.ts";

type Counted = { total: number };
/** How many classes each access opens, as the library stands now. */
export type ClassCounts = { basicClasses: Counted; standardClasses: Counted; allClasses: Counted };

/** How many classes of the library a plan opens; null while the library is empty. */
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
