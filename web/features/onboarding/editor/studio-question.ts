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
