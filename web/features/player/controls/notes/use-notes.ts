import { useMutation, useQuery } from "../../../../graphql/hooks.ts";
import { cachedFragment, defineCacheUpdates } from "../../../../graphql/cache.ts";
import { graphql, type ResultOf } from "../../../../graphql/graphql.ts";

const NotesQuery = graphql(`
  query Notes($id: ID!) {
    studioClass(id: $id) {
      id
      notes {
        id
        atMs
        text
        drawing
        changedAt
      }
    }
  }
`);
const SaveNoteMutation = graphql(`
  mutation SaveNote($classId: ID!, $note: NoteInput!) {
    saveNote(classId: $classId, note: $note) {
      id
      atMs
      text
      drawing
      changedAt
    }
  }
`);
const RemoveNoteMutation = graphql(`
  mutation RemoveNote($classId: ID!, $id: ID!) {
    removeNote(classId: $classId, id: $id)
  }
`);

const CachedNotes = cachedFragment(`
  fragment CachedNotes on StudioClass {
    id
    notes {
      id
      atMs
      text
      drawing
      changedAt
    }
  }
`);
defineCacheUpdates({
  // `classId` must be the class's id, not its slug.
  saveNote(result, { classId }, cache) {
    const before = cache.readFragment(CachedNotes(), { id: classId })?.notes as
      | { id: string; atMs: number }[]
      | undefined;
    const saved = result.saveNote as { id: string; atMs: number };
    const notes = [...(before ?? []).filter(({ id }) => id !== saved.id), saved];
    notes.sort((a, b) => a.atMs - b.atMs);
    cache.writeFragment(CachedNotes(), { id: classId, notes });
  },
  removeNote(result, { classId }, cache) {
    const before = cache.readFragment(CachedNotes(), { id: classId })?.notes as { id: string }[] | undefined;
    const notes = (before ?? []).filter(({ id }) => id !== result.removeNote);
    cache.writeFragment(CachedNotes(), { id: classId, notes });
  },
});

export type Note = NonNullable<ResultOf<typeof NotesQuery>["studioClass"]>["notes"][number];
/** A note in the editor. */
export type Draft = Pick<Note, "id" | "atMs" | "text" | "drawing">;

/** The dancer's own notes in a class. `classId`: the class's id. */
export function useNotes(classId: string) {
  const [{ data }] = useQuery({ query: NotesQuery, variables: { id: classId } });
  const [{ fetching }, save] = useMutation(SaveNoteMutation);
  const [, remove] = useMutation(RemoveNoteMutation);
  return {
    notes: data?.studioClass?.notes ?? [],
    isSaving: fetching,
    /** Resolves to true once the server has stored it. */
    save: async ({ id, atMs, text, drawing }: Draft): Promise<boolean> =>
      !(await save({ classId, note: { id, atMs, text, drawing } })).error,
    remove: async (id: string): Promise<boolean> => !(await remove({ classId, id })).error,
  };
}
