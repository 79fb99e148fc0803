import { useLingui } from "@lingui/react/macro";
import type { BlockKind } from "./landing-draft.ts";

/** What the editor calls each kind of block. */
export function useBlockNames(): Record<BlockKind, string> {
  const { t } = useLingui();
  return {
    hero: t`Top of the page`,
    text: t`Text`,
    classes: t`Classes`,
    course: t`Course`,
    instructors: t`Instructors`,
    prices: t`Plans and prices`,
    questions: t`Questions`,
    quotes: t`What members say`,
  };
}
