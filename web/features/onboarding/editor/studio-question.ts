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

/** Questions in the order of list A; questions not in list A come last. */
export function studioOrder(questions: readonly EditedQuestion[]): EditedQuestion[] {
  return questions.toSorted((a, b) => (a.position ?? 100) - (b.position ?? 100));
}
