import { useLingui } from "@lingui/react/macro";
import type { Field, PartFault, PartKind } from "./class-draft.ts";

/** Labels and validation messages of the form. */
export function useEditorLabels() {
  const { t } = useLingui();
  const kinds: Record<PartKind, string> = {
    warm_up: t`Warm-up`,
    breakdown: t`Breakdown`,
    counts: t`On counts`,
    slow: t`Slow`,
    full_out: t`Full out`,
    cool_down: t`Cooldown`,
  };
  const fields: Record<Field, string> = {
    title: t`Title`,
    description: t`Description`,
    instructor: t`Instructor`,
    style: t`Style`,
    section: t`Section`,
    level: t`Level`,
    type: t`Kind`,
    accessType: t`Included with`,
    energy: t`Energy`,
    space: t`Space`,
    usesFloor: t`Includes floor work`,
    isExplicit: t`Explicit words in the music`,
    categories: t`Categories`,
    parts: t`Parts`,
  };
  const partFaults: Record<PartFault, string> = {
    title: t`Give this part a title.`,
    start: t`Enter the start as 1:30 or 1:30.5.`,
    end: t`Enter the end as 1:30 or 1:30.5.`,
    order: t`It ends before it starts.`,
    overlap: t`It starts before the part above it ends.`,
    beyond: t`It ends after the class.`,
  };
  return { kinds, fields, partFaults };
}
