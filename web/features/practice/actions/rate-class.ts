import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { graphql, type EnumValue } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { lastWins } from "../../../lib/last-wins.ts";
import { showToast } from "../../../ui/toast.ts";

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

/**
 * The rating of a class (`classId`: internal, not the slug) as it was pressed, and a function that changes it. Fast presses are sent in
 * their order, so that the last one wins. A rejection is rolled back and announced.
 */
export function useRateClass(
  classId: string,
  stored: ClassRating,
): { rating: ClassRating; change: (rating: ClassRating) => void } {
  const { t } = useLingui();
  const [, rate] = useMutation(RateClassMutation);
  /** Until it is saved. */
  const [pressed, setPressed] = useState<ClassRating | null>(null);
  const [send] = useState(() =>
    lastWins(async (rating: ClassRating) => {
      const { error } = await rate({ classId, ...rating });
      if (error) showToast(t`Couldn’t save your rating. Try again.`);
    }),
  );
  return {
    rating: pressed ?? stored,
    change: (rating) => {
      setPressed(rating);
      void send(rating).then(() => setPressed(null));
    },
  };
}
