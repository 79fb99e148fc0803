import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { invalidatingLater } from "../../../graphql/invalidate.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { showToast } from "../../../ui/toast.ts";

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

// The optimistic response changes the class only; the list changes after the server's response.
defineCacheUpdates(
  { saveClass: invalidatingLater("savedClasses"), unsaveClass: invalidatingLater("savedClasses") },
  {
    saveClass: ({ classId }) => ({ __typename: "StudioClass", id: classId as string, isSaved: true }),
    unsaveClass: ({ classId }) => ({ __typename: "StudioClass", id: classId as string, isSaved: false }),
  },
);

/**
 * Saves or unsaves a class (`id`: internal, not the slug). The update is optimistic; a rejection is rolled
 * back and announced.
 * Resolves to true on success.
 */
export function useSaveClass(): (id: string, save: boolean) => Promise<boolean> {
  const { t } = useLingui();
  const [, saveClass] = useMutation(SaveClassMutation);
  const [, unsaveClass] = useMutation(UnsaveClassMutation);
  return async (id, save) => {
    const { error } = await (save ? saveClass : unsaveClass)({ classId: id });
    if (!error) return true;
    showToast(save ? t`Couldn’t save this class. Try again.` : t`Couldn’t remove this class. Try again.`);
    return false;
  };
}
