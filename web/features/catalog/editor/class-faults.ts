import { useLingui } from "@lingui/react/macro";
import { partFaults, type ClassDraft } from "./class-draft.ts";

const maxCategories = 10;

/** Fields of the form that can be wrong by themselves. */
export type FaultField = "title" | "instructor" | "style" | "section" | "categories";

/** What is wrong with each field of a draft; null if nothing is. `isWrong`: something is, parts included. */
export function useClassFaults(draft: ClassDraft, durationMs: number | null) {
  const { t } = useLingui();
  const faults: Record<FaultField, string | null> = {
    title: draft.title.trim() ? null : t`Give the class a title.`,
    instructor: draft.instructor ? null : t`Choose an instructor.`,
    style: draft.style ? null : t`Choose its style.`,
    section: draft.section ? null : t`Choose a section.`,
    categories: draft.categories.length > maxCategories ? t`Choose ${maxCategories} at most.` : null,
  };
  const isWrong =
    Object.values(faults).some(Boolean) || partFaults(draft.parts, durationMs).some((one) => one !== null);
  return { faults, isWrong };
}
