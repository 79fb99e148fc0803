import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState, type ReactNode } from "react";
import { codeOf } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import type { Entry, EntryKind } from "./entry.ts";

const DeleteLibraryEntry = graphql(`
  mutation DeleteLibraryEntry($kind: LibraryEntryKind!, $slug: String!) {
    deleteLibraryEntry(kind: $kind, slug: $slug)
  }
`);
const DeleteInstructor = graphql(`
  mutation DeleteInstructor($slug: String!) {
    deleteInstructor(slug: $slug)
  }
`);
const MoveLibraryEntry = graphql(`
  mutation MoveLibraryEntry($kind: MovedLibraryEntryKind!, $slug: String!, $by: Int!) {
    moveLibraryEntry(kind: $kind, slug: $slug, by: $by)
  }
`);

const MergeEntry = lazy(async () => ({ default: (await import("./merge-entry.tsx")).MergeEntry }));

type EntryActsProps = {
  kind: EntryKind;
  entry: Entry;
  /** All of its kind, into which it can be merged. */
  entries: readonly Entry[];
  onSaved: () => void;
  /** The button that saves its form, before the others. */
  children: ReactNode;
};

/** Moves an entry of the library, merges it, and deletes it if no class uses it. */
export function EntryActs({ kind, entry, entries, onSaved, children }: EntryActsProps) {
  const { t } = useLingui();
  const { slug, name } = entry;
  const [{ fetching: isDeletingEntry }, removeEntry] = useMutation(DeleteLibraryEntry);
  const [{ fetching: isDeletingPerson }, removePerson] = useMutation(DeleteInstructor);
  const [{ fetching: isMoving }, move] = useMutation(MoveLibraryEntry);
  const [fault, setFault] = useState<string | null>(null);
  const [isMerging, setMerging] = useState(false);
  const moveBy = async (by: 1 | -1): Promise<void> => {
    if (kind === "instructor") return;
    const { error } = await move({ kind, slug, by });
    if (error) showToast(t`Couldn’t save. Try again.`);
    else onSaved();
  };
  const removeIt = async (): Promise<void> => {
    setFault(null);
    const { error } = await (kind === "instructor" ? removePerson({ slug }) : removeEntry({ kind, slug }));
    const code = error && codeOf(error);
    if (code === "LIBRARY_ENTRY_IN_USE")
      return setFault(
        kind === "instructor"
          ? t`They have classes, drafts included. Merge them into another instructor.`
          : t`Classes use it, drafts included. Merge it into another one.`,
      );
    // Another editor was faster: it is deleted either way.
    if (code && code !== "NOT_FOUND") return setFault(t`Couldn’t delete it. Try again.`);
    showToast(t`${name} deleted.`);
    onSaved();
  };
  return (
    <>
      <p className="hint hint-bad empty:hidden" role="alert">
        {fault}
      </p>
      <div className="row wrap">
        {children}
        {kind !== "instructor" && (
          <>
            <Button tone="line" busy={isMoving} onClick={() => void moveBy(-1)}>{t`Move up`}</Button>
            <Button tone="line" busy={isMoving} onClick={() => void moveBy(1)}>{t`Move down`}</Button>
          </>
        )}
        {entries.length > 1 && (
          <Button tone="line" onClick={() => setMerging(true)}>
            {t`Merge into…`}
          </Button>
        )}
        <Button
          tone="text"
          busy={isDeletingEntry || isDeletingPerson}
          aria-label={t`Delete ${name}`}
          onClick={() => void removeIt()}
        >
          {t`Delete`}
        </Button>
      </div>
      {isMerging && (
        <Suspense>
          <MergeEntry
            kind={kind}
            entry={entry}
            entries={entries}
            onMerged={onSaved}
            onClose={() => setMerging(false)}
          />
        </Suspense>
      )}
    </>
  );
}
