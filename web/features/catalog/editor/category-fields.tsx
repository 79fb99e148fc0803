import { useLingui } from "@lingui/react/macro";
import type { ServerForm } from "../../../lib/forms/use-server-form.ts";
import type { ClassDraft } from "./class-draft.ts";

const maxCategories = 10;

type CategoryFieldsProps = {
  title: string;
  categories: readonly { slug: string; name: string }[];
  form: ServerForm<ClassDraft>;
};

/** The categories that a class belongs to. */
export function CategoryFields({ title, categories, form }: CategoryFieldsProps) {
  const { t } = useLingui();
  const { fault, ...input } = form.field("categories", {
    validate: (chosen) => chosen.length <= maxCategories || t`Choose ${maxCategories} at most.`,
  });
  return (
    <fieldset>
      <legend className="t3 strong">{title}</legend>
      <div className="edit-checks">
        {categories.map(({ slug, name }) => (
          <label key={slug} className="opt">
            <input
              className="check"
              type="checkbox"
              value={slug}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? "categories-fault" : undefined}
              {...input}
            />
            {name}
          </label>
        ))}
      </div>
      {fault && (
        <p className="hint hint-bad" id="categories-fault">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
