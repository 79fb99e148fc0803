import { useLingui } from "@lingui/react/macro";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql, type EnumValue } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { showToast } from "../../../ui/toast.tsx";

const RateClassMutation = graphql(`
  mutation RateClass($classId: ID!, $difficulty: ClassDifficulty, $isLoved: Boolean!) {
    rateClass(classId: $classId, difficulty: $difficulty, isLoved: $isLoved) {
      id
      myRating {
        difficulty
        isLoved
      }
    }
  }
`);

/** How a class was for the viewer. */
export interface ClassRating {
  readonly difficulty: EnumValue<"ClassDifficulty"> | null;
  readonly isLoved: boolean;
}

defineCacheUpdates(
  {},
  {
    rateClass: ({ classId, difficulty, isLoved }) => ({
      __typename: "StudioClass",
      id: classId as string,
      myRating:
        difficulty || isLoved
          ? {
              __typename: "ClassRating",
              difficulty: (difficulty ?? null) as string | null,
              isLoved: isLoved as boolean,
            }
          : null,
    }),
  },
);

/** Rates a class (`classId`: internal, not the slug). The update is optimistic; a rejection is rolled back and announced. */
export function useRateClass(): (classId: string, rating: ClassRating) => Promise<void> {
  const { t } = useLingui();
  const [, rate] = useMutation(RateClassMutation);
  return async (classId, rating) => {
    const { error } = await rate({ classId, ...rating });
    if (error) showToast(t`Couldn’t save your rating. Try again.`);
  };
}
