import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { linesOf } from "../../../lib/forms/lines-of.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { EntryActs } from "./entry-acts.tsx";
import type { Entry } from "./entry.ts";
import { InstructorFields } from "./instructor-fields.tsx";
import { EditedInstructorFragment } from "./instructor-fragment.ts";
import { useLibraryFault } from "./library-error.ts";

const CreateInstructor = graphql(`
  mutation CreateInstructor($input: InstructorInput!) {
    createInstructor(input: $input) {
      slug
    }
  }
`);
const ChangeInstructor = graphql(
  `
    mutation ChangeInstructor($slug: String!, $input: InstructorInput!) {
      changeInstructor(slug: $slug, input: $input) {
        slug
        ...EditedInstructor
      }
    }
  `,
  [EditedInstructorFragment],
);

type InstructorFormProps = {
  /** Null: a new instructor. */
  instructor: FragmentOf<typeof EditedInstructorFragment> | null;
  /** All instructors, into whom they can be merged. */
  entries: readonly Entry[];
  onSaved: () => void;
};

/** Form for an instructor: name, description, links, and account, if there is one. Merges and deletes them. */
export function InstructorForm({ instructor, entries, onSaved }: InstructorFormProps) {
  const { t } = useLingui();
  const initial = instructor && readFragment(EditedInstructorFragment, instructor);
  const [, create] = useMutation(CreateInstructor);
  const [, change] = useMutation(ChangeInstructor);
  const { submit, busy, field, formFault } = useServerForm({
    defaultValues: {
      name: initial?.name ?? "",
      bio: initial?.bio ?? "",
      links: (initial?.links ?? []).join("\n"),
      username: initial?.username ?? "",
    },
    send: async ({ name, bio, links, username }) => {
      const input = {
        name,
        bio: bio.trim() || null,
        links: linesOf(links),
        username: username.trim() || null,
      };
      const { error } = initial ? await change({ slug: initial.slug, input }) : await create({ input });
      if (error) throw error;
      showToast(initial ? t`Saved.` : t`${name.trim()} teaches here now.`);
      onSaved();
    },
    faultOf: useLibraryFault(),
  });
  return (
    <form
      className="studio-library-form"
      aria-label={initial ? t`Change ${initial.name}` : t`Add an instructor`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <LineField label={t`Name`} most={60} {...field("name", { required: t`Fill in this field.` })} />
      <InstructorFields label={t`About them`} field={field} />
      <LineField
        label={t`Username`}
        most={61}
        hint={t`This member can see loop heatmaps and set counts for their classes. Their profile photo is shown publicly with their classes, if their profile is public. Leave empty for none.`}
        {...field("username")}
      />
      <p className="hint hint-bad empty:hidden" role="alert">
        {formFault}
      </p>
      {initial ? (
        <EntryActs kind="instructor" entry={initial} entries={entries} onSaved={onSaved}>
          <Button type="submit" busy={busy}>{t`Save`}</Button>
        </EntryActs>
      ) : (
        <div>
          <Button type="submit" busy={busy}>{t`Add`}</Button>
        </div>
      )}
    </form>
  );
}
