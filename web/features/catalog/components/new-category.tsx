import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { ChoiceField } from "../../../ui/choice-field.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { showToast } from "../../../ui/toast.ts";
import { GoalChecks, type Goal } from "./goal-checks.tsx";
import { useLibraryFault } from "./library-error.ts";

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

type Values = { name: string; description: string; section: string; goals: string[] };

/** Form that adds a category to a section of the library. */
export function NewCategory({ sections, goals, onSaved }: NewCategoryProps) {
  const { t } = useLingui();
  const [, create] = useMutation(CreateCategory);
  const { form, submit, busy, field, formFault } = useServerForm<Values>({
    defaultValues: { name: "", description: "", section: sections[0]?.slug ?? "", goals: [] },
    send: async ({ name, description, section, goals: chosen }) => {
      const { error } = await create({
        name,
        description: description.trim() || null,
        section,
        goals: chosen,
      });
      if (error) throw error;
      showToast(t`${name.trim()} is a category now.`);
      form.reset({ name: "", description: "", section, goals: [] });
      onSaved();
    },
    faultOf: useLibraryFault(),
  });
  return (
    <form
      className="studio-library-form"
      aria-label={t`Add a category`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <LineField label={t`New category`} most={60} {...field("name", { required: t`Fill in this field.` })} />
      <LineField label={t`What it is for`} most={300} {...field("description")} />
      <ChoiceField
        label={t`Section`}
        options={sections.map(({ slug, name: label }) => ({ value: slug, label }))}
        {...field("section")}
      />
      <GoalChecks
        goals={goals}
        chosen={form.watch("goals")}
        onChoose={(slugs) => form.setValue("goals", slugs)}
      />
      <p className="hint hint-bad" role="alert">
        {formFault}
      </p>
      <div>
        <Button type="submit" busy={busy}>{t`Add the category`}</Button>
      </div>
    </form>
  );
}
