import { useLingui } from "@lingui/react/macro";

/** A goal that a category can serve. */
export type Goal = { readonly slug: string; readonly label: string };

type GoalChecksProps = {
  goals: readonly Goal[];
  chosen: readonly string[];
  onChoose: (slugs: string[]) => void;
};

/** Check boxes for a category's goals. Chosen goals that are no longer offered stay chosen. */
export function GoalChecks({ goals, chosen, onChoose }: GoalChecksProps) {
  const { t } = useLingui();
  if (goals.length === 0) return null;
  return (
    <fieldset className="stack gap-2">
      <legend className="lab">{t`Goals`}</legend>
      <p className="hint">{t`Members with these goals get its classes first in their week.`}</p>
      <div className="studio-library-goals">
        {goals.map(({ slug, label }) => (
          <label key={slug} className="opt">
            <input
              className="check"
              type="checkbox"
              checked={chosen.includes(slug)}
              onChange={(event) =>
                onChoose(event.target.checked ? [...chosen, slug] : chosen.filter((one) => one !== slug))
              }
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
