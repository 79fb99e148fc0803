/** One choice of a filter, as the system's own list: quick on a phone and by keyboard. */
export function Choice({ label, all, value, options, onChoose }: { label: string; all: string; value: string; options: readonly (readonly [string, string])[]; onChoose: (value: string) => void }) {
  return (
    <label className="field">
      <span className="lab">{label}</span>
      <select className="in" value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{all}</option>
        {options.map(([slug, name]) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
