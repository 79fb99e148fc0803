import { useLingui } from "@lingui/react/macro";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { GoalChecks, type Goal } from "./goal-checks.tsx";
import { useLibraryFault } from "./library-error.ts";

const SetCategoryGoals = graphql(`
  mutation SetCategoryGoals($slug: String!, $goals: [String!]!) {
    setCategoryGoals(slug: $slug, goals: $goals) {
      slug
      goals
    }
  }
`);

type CategoryGoalsProps = {
  category: { slug: string; name: string; goals: readonly string[] };
  goals: readonly Goal[];
};

/** The goals that a category serves, editable by editors. */
export function CategoryGoals({ category, goals }: CategoryGoalsProps) {
  const { t } = useLingui();
  const [, set] = useMutation(SetCategoryGoals);
  const { form, submit, busy, formFault } = useServerForm<{ goals: string[] }>({
    defaultValues: { goals: [...category.goals] },
    send: async ({ goals: chosen }) => {
      const { error } = await set({ slug: category.slug, goals: chosen });
      if (error) throw error;
      showToast(t`Goals saved.`);
    },
    faultOf: useLibraryFault(),
  });
  return (
    <form
      className="studio-library-form"
      aria-label={t`Goals of ${category.name}`}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <GoalChecks
        goals={goals}
        chosen={form.watch("goals")}
        onChoose={(slugs) => form.setValue("goals", slugs)}
      />
      <p className="hint hint-bad" role="alert">
        {formFault}
      </p>
      <div>
        <Button type="submit" busy={busy}>{t`Save goals`}</Button>
      </div>
    </form>
  );
}
