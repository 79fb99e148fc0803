import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Select } from "../../../ui/select.tsx";
import type { MemberImport } from "./member-import-fragment.ts";

/** No choice yet, and the choice of no plan, as options; plans have other ids. */
const [open, none] = ["?", ""];

type ListedPlansProps = {
  listed: MemberImport["plans"];
  /** Plans that can be given. */
  plans: readonly { value: string; label: string }[];
  onChoose: (value: string, planId: string | null) => void;
};

/** The plans that a list names, and which of the studio's plans each stands for. */
export function ListedPlans({ listed, plans, onChoose }: ListedPlansProps) {
  const { t } = useLingui();
  if (listed.length === 0) return null;
  return (
    <section className="stack gap-3" aria-labelledby="member-plans">
      <h3 className="t3 strong" id="member-plans">{t`Plans in the list`}</h3>
      <p className="t1 muted pretty">
        {t`Choose what each one gets here. Rows with a plan that you don’t choose are skipped.`}
      </p>
      <div className="import-fields">
        {listed.map(({ value, rows, planId, isKnown }) => (
          <Select
            key={value}
            label={t`${value} (${plural(rows, { one: "# row", other: "# rows" })})`}
            value={isKnown ? (planId ?? none) : open}
            onChoose={(chosen) => onChoose(value, chosen === none ? null : chosen)}
            options={[
              ...(isKnown ? [] : [{ value: open, label: t`Choose a plan` }]),
              { value: none, label: t`No plan` },
              ...plans,
            ]}
          />
        ))}
      </div>
    </section>
  );
}
