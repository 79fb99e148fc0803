import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { LineField } from "../../../ui/line-field.tsx";
import { peoplePerVariant } from "./sample-size.ts";

/** A typed number, with a point or a comma; NaN for anything else. */
const numberOf = (text: string): number =>
  /^\s*\d+([.,]\d+)?\s*$/.test(text) ? Number(text.trim().replace(",", ".")) : Number.NaN;

/** Says how many people an experiment needs, and about how many days, before it starts. */
export function ExperimentSize() {
  const { t, i18n } = useLingui();
  const [baseline, setBaseline] = useState("10");
  const [difference, setDifference] = useState("2");
  const [daily, setDaily] = useState("");
  const needed = peoplePerVariant(numberOf(baseline) / 100, numberOf(difference) / 100);
  const perDay = numberOf(daily);
  const days = needed !== null && perDay > 0 ? Math.ceil((2 * needed) / perDay) : null;
  const result =
    needed === null
      ? t`Enter a rate and a difference that add up to at most 100%.`
      : t`${i18n.number(needed)} people for each variant, ${i18n.number(2 * needed)} in all.`;
  return (
    <section className="stack gap-3" aria-labelledby="size">
      <h2 className="t4" id="size">{t`How many people it needs`}</h2>
      <p className="t1 muted pretty">
        {t`Enough to find a difference of this size in 80% of experiments, at 95% confidence. Decide before you start, and read the result once that many took part.`}
      </p>
      <div className="studio-controls">
        <LineField
          label={t`Rate of the control, %`}
          inputMode="decimal"
          value={baseline}
          onChange={(event) => setBaseline(event.target.value)}
        />
        <LineField
          label={t`Smallest difference, percentage points`}
          inputMode="decimal"
          value={difference}
          onChange={(event) => setDifference(event.target.value)}
        />
        <LineField
          label={t`People a day who take part`}
          inputMode="numeric"
          value={daily}
          onChange={(event) => setDaily(event.target.value)}
        />
      </div>
      <p role="status">
        {result} {days !== null && plural(days, { one: "About # day.", other: "About # days." })}
      </p>
    </section>
  );
}
