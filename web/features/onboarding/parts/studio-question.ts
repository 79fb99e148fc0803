import { graphql, type ResultOf } from "../../../graphql/graphql.ts";

/** A question as its editor needs it. */
export const EditedQuestionFragment = graphql(`
  fragment EditedQuestion on StudioQuestion {
    type
    isMultiple
    position
    variantBPosition
    revision
    options {
      slug
      label
      description
      previewUrl
      isRetired
    }
  }
`);
export type EditedQuestion = ResultOf<typeof EditedQuestionFragment>;

/** Questions as list A asks them; those that it doesn't ask come last. */
export function studioOrder(questions: readonly EditedQuestion[]): EditedQuestion[] {
  return questions.toSorted((a, b) => (a.position ?? 100) - (b.position ?? 100));
}

/** The list with one of its members one place up or down; as it is at its ends. */
export function moved<Item>(list: readonly Item[], from: number, by: -1 | 1): Item[] {
  const to = from + by;
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

/** What an option is called in addresses, from what it says. */
export function slugOf(label: string): string {
  return label
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}|[’']/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 40)
    .replace(/-+$/, "");
}
