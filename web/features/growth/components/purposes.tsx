import { useLingui } from "@lingui/react/macro";
import { purposes } from "../../../../contract/consent.ts";
import type { ConsentChoice } from "../../../../contract/consent.ts";

/** A check box per purpose, with its description. */
export function Purposes({
  choice,
  onChange,
  isFixed = false,
}: {
  choice: ConsentChoice;
  onChange: (choice: ConsentChoice) => void;
  /** The browser's signal decides: no box can be changed. */
  isFixed?: boolean;
}) {
  const { t } = useLingui();
  const labels = {
    analytics: {
      name: t`Analytics`,
      what: t`The pages you visit, so we can improve them.`,
    },
    advertising: {
      name: t`Advertising`,
      what: t`The ad that brought you here, so we know which ads work.`,
    },
  };
  return purposes.map((purpose) => (
    <label className="opt consent-opt" key={purpose}>
      <input
        type="checkbox"
        className="check"
        checked={!isFixed && choice[purpose]}
        disabled={isFixed}
        onChange={(event) => onChange({ ...choice, [purpose]: event.target.checked })}
      />
      <span>
        {labels[purpose].name}
        <span className="consent-what">{labels[purpose].what}</span>
      </span>
    </label>
  ));
}
