import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "urql";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { useLibraryFault } from "./library-fault.ts";
import { LineField } from "../../../ui/line-field.tsx";

const CreateCategory = graphql(`
  mutation CreateCategory($name: String!, $description: String, $section: String!) {
    createCategory(name: $name, description: $description, section: $section) {
      slug
      name
      section
      classCount
    }
  }
`);

type NewCategoryProps = { sections: readonly { slug: string; name: string }[]; onSaved: () => void };

/** Adds a category to a section of the library. */
export function NewCategory({ sections, onSaved }: NewCategoryProps) {
  const { t } = useLingui();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [section, setSection] = useState(sections[0]?.slug ?? "");
  const [{ fetching: isBusy }, create] = useMutation(CreateCategory);
  const [fault, setFault] = useLibraryFault();
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    const { error } = await create({ name, description: description.trim() || null, section });
    if (error) return setFault(error);
    showToast(t`${name.trim()} is a category now.`);
    setName("");
    setDescription("");
    onSaved();
  };
  return (
    <form
      className="studio-library-form"
      aria-label={t`Add a category`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <LineField label={t`New category`} value={name} onType={setName} most={60} isRequired />
      <LineField label={t`What it is for`} value={description} onType={setDescription} most={300} />
      <Select
        label={t`Section`}
        value={section}
        options={sections.map(({ slug, name: label }) => ({ value: slug, label }))}
        onChoose={setSection}
      />
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div>
        <Button type="submit" busy={isBusy}>{t`Add the category`}</Button>
      </div>
    </form>
  );
}
