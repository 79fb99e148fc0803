import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useLibraryFault } from "./library-error.ts";
import { LineField } from "../../../ui/line-field.tsx";

export const EditedInstructorFragment = graphql(`
  fragment EditedInstructor on EditedInstructor {
    slug
    name
    bio
    username
    classCount
  }
`);
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
  onSaved: () => void;
};

/** Form for an instructor: name, description, and account, if there is one. */
export function InstructorForm({ instructor, onSaved }: InstructorFormProps) {
  const { t } = useLingui();
  const initial = instructor && readFragment(EditedInstructorFragment, instructor);
  const [name, setName] = useState(initial?.name ?? "");
  const [bio, setBio] = useState(initial?.bio ?? "");
  const [username, setUsername] = useState(initial?.username ?? "");
  const [{ fetching: isCreating }, create] = useMutation(CreateInstructor);
  const [{ fetching: isChanging }, change] = useMutation(ChangeInstructor);
  const [fault, setFault] = useLibraryFault();
  const isBusy = isCreating || isChanging;
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    const input = { name, bio: bio.trim() || null, username: username.trim() || null };
    const { error } = initial ? await change({ slug: initial.slug, input }) : await create({ input });
    if (error) return setFault(error);
    showToast(initial ? t`Saved.` : t`${name.trim()} teaches here now.`);
    onSaved();
  };
  return (
    <form
      className="studio-library-form"
      aria-label={initial ? t`Change ${initial.name}` : t`Add an instructor`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LineField label={t`Name`} value={name} onType={setName} most={60} isRequired />
      <label className="field">
        <span className="lab">{t`About them`}</span>
        <textarea
          className="in"
          rows={3}
          maxLength={1000}
          value={bio}
          onChange={(event) => setBio(event.target.value)}
        />
      </label>
      <LineField
        label={t`Username`}
        value={username}
        onType={setUsername}
        most={61}
        hint={t`This member can see loop heatmaps and set counts for their classes. Leave empty for none.`}
      />
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div>
        <Button type="submit" busy={isBusy}>
          {initial ? t`Save` : t`Add`}
        </Button>
      </div>
    </form>
  );
}
