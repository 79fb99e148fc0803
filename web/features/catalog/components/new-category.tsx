import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { GoalChecks, type Goal } from "./goal-checks.tsx";
import { useLibraryFault } from "./library-error.ts";
import { LineField } from "../../../ui/line-field.tsx";

const CreateCategory = graphql(`
  mutation CreateCategory($name: String!, $description: String, $section: String!, $goals: [String!]) {
    createCategory(name: $name, description: $description, section: $section, goals: $goals) {
      slug
      name
      section
      goals
      classCount
    }
  }
`);

type NewCategoryProps = {
  sections: readonly { slug: string; name: string }[];
  goals: readonly Goal[];
  onSaved: () => void;
};

/** Form that adds a category to a section of the library. */
export function NewCategory({ sections, goals, onSaved }: NewCategoryProps) {
  const { t } = useLingui();
  const [name, setName] = useState("");
  const [description, setDescription] = useState("");
  const [section, setSection] = useState(sections[0]?.slug ?? "");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [{ fetching: isBusy }, create] = useMutation(CreateCategory);
  const [fault, setFault] = useLibraryFault();
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    const { error } = await create({
      name,
      description: description.trim() || null,
      section,
      goals: [...chosen],
    });
    if (error) return setFault(error);
    showToast(t`${name.trim()} is a category now.`);
    setName("");
    setDescription("");
    setChosen([]);
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
      <GoalChecks goals={goals} chosen={chosen} onChoose={setChosen} />
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div>
        <Button type="submit" busy={isBusy}>{t`Add the category`}</Button>
      </div>
    </form>
  );
}
