import { useLingui } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { EntryActs } from "./entry-acts.tsx";
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
const EntryImage = lazy(async () => ({ default: (await import("./entry-image.tsx")).EntryImage }));
type EntryFormProps = {
  kind: "style" | "category" | "section";
  entry: { slug: string; name: string; description?: string | null };
  /** All of its kind, into which it can be merged. */
  entries: readonly { slug: string; name: string }[];
  onSaved: () => void;
};

/** Renames a style, category or section, moves it, merges it, and deletes it if no class uses it. */
export function EntryForm({ kind, entry, entries, onSaved }: EntryFormProps) {
  const { t } = useLingui();
  const { slug, name } = entry;
  const [, change] = useMutation(ChangeLibraryEntry);
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
        <p className="hint hint-bad empty:hidden" role="alert">
          {formFault}
        </p>
        <EntryActs kind={kind} entry={entry} entries={entries} onSaved={onSaved}>
          <Button type="submit" busy={busy}>{t`Save`}</Button>
        </EntryActs>
      </form>
      {kind !== "section" && (
        <Suspense>
          <EntryImage kind={kind} entry={entry} />
        </Suspense>
      )}
    </>
  );
}
