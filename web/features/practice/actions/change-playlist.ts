import { useLingui } from "@lingui/react/macro";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { invalidating } from "../../../graphql/invalidate.ts";
import { showToast } from "../../../ui/toast.ts";

const AddToPlaylist = graphql(`
  mutation AddToPlaylist($id: ID!, $classId: ID!, $place: Int) {
    addToPlaylist(id: $id, classId: $classId, place: $place) {
      id
      revision
      classCount
      classes {
        id
      }
    }
  }
`);
const RemoveFromPlaylist = graphql(`
  mutation RemoveFromPlaylist($id: ID!, $classId: ID!) {
    removeFromPlaylist(id: $id, classId: $classId) {
      id
      revision
      classCount
      classes {
        id
      }
    }
  }
`);
export const CreatePlaylist = graphql(`
  mutation CreatePlaylist($id: ID!, $name: String!, $classId: ID) {
    createPlaylist(id: $id, name: $name, classId: $classId) {
      id
      name
      classCount
    }
  }
`);

// A list that changed is the first of all, and its image may be another.
const invalidateLists = invalidating("myPlaylists", "danceSet");
defineCacheUpdates({
  addToPlaylist: invalidateLists,
  removeFromPlaylist: invalidateLists,
  createPlaylist: invalidateLists,
  renamePlaylist: invalidateLists,
  orderPlaylist: invalidateLists,
  deletePlaylist: invalidateLists,
});

/** Adds a class to a playlist, or removes it; a removal can be undone for some seconds. A failure is announced. */
export function useChangePlaylist(): {
  /** @param place from 1; at the end without one */
  add: (id: string, classId: string, place?: number) => Promise<boolean>;
  remove: (id: string, found: { classId: string; title: string; place: number }) => Promise<boolean>;
} {
  const { t } = useLingui();
  const [, addClass] = useMutation(AddToPlaylist);
  const [, removeClass] = useMutation(RemoveFromPlaylist);
  const add = async (id: string, classId: string, place?: number): Promise<boolean> => {
    const { error } = await addClass({ id, classId, place: place ?? null });
    if (!error) return true;
    showToast(
      hasCode(error, "BAD_INPUT") ? t`This playlist is full.` : t`Couldn’t add this class. Try again.`,
    );
    return false;
  };
  return {
    add,
    remove: async (id, { classId, title, place }) => {
      const { error } = await removeClass({ id, classId });
      if (error) showToast(t`Couldn’t remove this class. Try again.`);
      else showToast(t`Removed “${title}”`, { label: t`Undo`, run: () => void add(id, classId, place) });
      return !error;
    },
  };
}
