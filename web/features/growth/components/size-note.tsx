import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

/** Says how many people an experiment needs, and about how many days. */
export function SizeNote({
  needed,
  perDay,
}: {
  /** People for each variant; null: no number is enough. */
  needed: number | null;
  /** People who take part each day; NaN: unknown. */
  perDay: number;
}) {
  const { t, i18n } = useLingui();
  const days = needed !== null && perDay > 0 ? Math.ceil((2 * needed) / perDay) : null;
  const result =
    needed === null
      ? t`Enter a rate and a difference that add up to at most 100%.`
      : t`${i18n.number(needed)} people for each variant, ${i18n.number(2 * needed)} in all.`;
  return (
    <div className="stack gap-1">
      <p className="strong" role="status">
        {result} {days !== null && plural(days, { one: "About # day.", other: "About # days." })}
      </p>
      <p className="hint">{t`Enough to find this difference in 80% of experiments, at 95% confidence.`}</p>
    </div>
  );
}
