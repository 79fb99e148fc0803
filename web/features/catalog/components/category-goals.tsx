import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
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
  const [chosen, setChosen] = useState<readonly string[]>(category.goals);
  const [{ fetching: isBusy }, set] = useMutation(SetCategoryGoals);
  const [fault, setFault] = useLibraryFault();
  const save = async (): Promise<void> => {
    if (isBusy) return;
    setFault(null);
    const { error } = await set({ slug: category.slug, goals: [...chosen] });
    if (error) return setFault(error);
    showToast(t`Goals saved.`);
  };
  return (
    <form
      className="studio-library-form"
      aria-label={t`Goals of ${category.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <GoalChecks goals={goals} chosen={chosen} onChoose={setChosen} />
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div>
        <Button type="submit" busy={isBusy}>{t`Save goals`}</Button>
      </div>
    </form>
  );
}
