import { useLingui } from "@lingui/react/macro";
import { useMutation } from "urql";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidatingLater } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.tsx";

const SaveClassMutation = graphql(`
  mutation SaveClass($classId: ID!) {
    saveClass(classId: $classId) {
      id
      isSaved
    }
  }
`);

const UnsaveClassMutation = graphql(`
  mutation UnsaveClass($classId: ID!) {
    unsaveClass(classId: $classId) {
      id
      isSaved
    }
  }
`);

// Until the server has answered, the class itself says whether it is saved, and the list stays.
defineCacheUpdates(
  { saveClass: invalidatingLater("savedClasses"), unsaveClass: invalidatingLater("savedClasses") },
  {
    saveClass: ({ classId }) => ({ __typename: "StudioClass", id: classId as string, isSaved: true }),
    unsaveClass: ({ classId }) => ({ __typename: "StudioClass", id: classId as string, isSaved: false }),
  },
);

/**
 * Saves a class (`id`: its own, not its readable one) or takes it off the list. The cache answers at once; what the server refuses is
 * taken back and said. True: the server has it.
 */
export function useSaveClass(): (id: string, save: boolean) => Promise<boolean> {
  const { t } = useLingui();
  const [, saveClass] = useMutation(SaveClassMutation);
  const [, unsaveClass] = useMutation(UnsaveClassMutation);
  return async (id, save) => {
    const { error } = await (save ? saveClass : unsaveClass)({ classId: id });
    if (!error) return true;
    showToast(
      save
        ? t`The class isn’t saved: the studio didn’t answer.`
        : t`The class is still saved: the studio didn’t answer.`,
    );
    return false;
  };
}
