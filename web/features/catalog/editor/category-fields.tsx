type CategoryFieldsProps = {
  title: string;
  categories: readonly { slug: string; name: string }[];
  /** Slugs of the chosen categories. */
  chosen: readonly string[];
  fault: string | null;
  onChange: (chosen: readonly string[]) => void;
};

/** The categories that a class belongs to. */
export function CategoryFields({ title, categories, chosen, fault, onChange }: CategoryFieldsProps) {
  const toggle = (slug: string, isIn: boolean): readonly string[] =>
    isIn ? [...chosen, slug] : chosen.filter((one) => one !== slug);
  return (
    <fieldset>
      <legend className="t3 strong">{title}</legend>
      <div className="edit-checks">
        {categories.map(({ slug, name }) => (
          <label key={slug} className="opt">
            <input
              className="check"
              type="checkbox"
              checked={chosen.includes(slug)}
              aria-invalid={fault ? true : undefined}
              aria-describedby={fault ? "categories-fault" : undefined}
              onChange={(event) => onChange(toggle(slug, event.target.checked))}
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
