import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useState } from "react";
import { codeOf } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useLibraryFault } from "./library-error.ts";

const ChangeLibraryEntry = graphql(`
  mutation ChangeLibraryEntry(
    $kind: LibraryEntryKind!
    $slug: String!
    $name: String!
    $description: String
  ) {
    changeLibraryEntry(kind: $kind, slug: $slug, name: $name, description: $description)
  }
`);
const DeleteLibraryEntry = graphql(`
  mutation DeleteLibraryEntry($kind: LibraryEntryKind!, $slug: String!) {
    deleteLibraryEntry(kind: $kind, slug: $slug)
  }
`);
const MoveLibraryEntry = graphql(`
  mutation MoveLibraryEntry($kind: MovedLibraryEntryKind!, $slug: String!, $by: Int!) {
    moveLibraryEntry(kind: $kind, slug: $slug, by: $by)
  }
`);

const EntryImage = lazy(async () => ({ default: (await import("./entry-image.tsx")).EntryImage }));
const MergeEntry = lazy(async () => ({ default: (await import("./merge-entry.tsx")).MergeEntry }));

type EntryFormProps = {
  kind: "style" | "category" | "section";
  entry: { slug: string; name: string; description?: string | null };
  /** All styles or categories, into which it can be merged. */
  entries?: readonly { slug: string; name: string }[];
  onSaved: () => void;
};

/** Renames a style, category or section, moves the latter two, merges the former two, and deletes what no class uses. */
export function EntryForm({ kind, entry, entries = [], onSaved }: EntryFormProps) {
  const { t } = useLingui();
  const { slug, name } = entry;
  const [, change] = useMutation(ChangeLibraryEntry);
  const [{ fetching: isDeleting }, remove] = useMutation(DeleteLibraryEntry);
  const [{ fetching: isMoving }, move] = useMutation(MoveLibraryEntry);
  const [fault, setFault] = useState<string | null>(null);
  const [isMerging, setMerging] = useState(false);
  const { submit, busy, field, formFault } = useServerForm({
    defaultValues: { name, description: entry.description ?? "" },
    send: async (typed) => {
      const { error } = await change({
        kind,
        slug,
        name: typed.name,
        description: kind === "style" ? null : typed.description.trim() || null,
      });
      if (error) throw error;
      showToast(t`Saved.`);
      onSaved();
    },
    faultOf: useLibraryFault(),
  });
  const moveBy = async (by: 1 | -1): Promise<void> => {
    if (kind === "style") return;
    const { error } = await move({ kind, slug, by });
    if (error) showToast(t`Couldn’t save. Try again.`);
    else onSaved();
  };
  const removeIt = async (): Promise<void> => {
    setFault(null);
    const { error } = await remove({ kind, slug });
    const code = error && codeOf(error);
    if (code === "LIBRARY_ENTRY_IN_USE")
      return setFault(
        kind === "section"
          ? t`Classes use it, drafts included. Move them first, then delete it.`
          : t`Classes use it, drafts included. Merge it into another one.`,
      );
    // Another editor was faster: it is deleted either way.
    if (code && code !== "NOT_FOUND") return setFault(t`Couldn’t delete it. Try again.`);
    showToast(t`${name} deleted.`);
    onSaved();
  };
  return (
    <>
      <form
        className="studio-library-form"
        aria-label={t`Edit ${name}`}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <LineField label={t`Name`} most={60} {...field("name", { required: t`Fill in this field.` })} />
        {kind !== "style" && <LineField label={t`What it is for`} most={300} {...field("description")} />}
        <p className="hint hint-bad" role="alert">
          {formFault ?? fault}
        </p>
        <div className="row wrap">
          <Button type="submit" busy={busy}>{t`Save`}</Button>
          {kind !== "style" && (
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
            busy={isDeleting}
            aria-label={t`Delete ${name}`}
            onClick={() => void removeIt()}
          >
            {t`Delete`}
          </Button>
        </div>
      </form>
      {kind !== "section" && (
        <Suspense>
          <EntryImage kind={kind} entry={entry} />
        </Suspense>
      )}
      {isMerging && kind !== "section" && (
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
