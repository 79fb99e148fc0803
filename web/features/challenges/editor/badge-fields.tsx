import { useLingui } from "@lingui/react/macro";
import { X } from "lucide-react";
import { newBadge, type BadgeDraft } from "./challenge-draft.ts";
import type { Trigger } from "./edited-challenge.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { useAmount } from "../components/labels.ts";

const maxBadges = 5;

type BadgeFieldsProps = {
  badges: readonly BadgeDraft[];
  triggerType: Trigger;
  /** Amounts can't change once the challenge has started. */
  isFixed: boolean;
  onType: (badges: readonly BadgeDraft[]) => void;
};

/** Badges of a challenge, sorted by amount. */
export function BadgeFields({ badges, triggerType, isFixed, onType }: BadgeFieldsProps) {
  const { t } = useLingui();
  const amountOf = useAmount();
  const units: Record<Trigger, string> = {
    class_completed: t`Classes`,
    required_classes_completed: t`Classes`,
    minutes_practised: t`Minutes`,
    days_practised: t`Days`,
    streak_weeks: t`Weeks`,
  };
  const change = (key: string, part: Partial<BadgeDraft>) =>
    onType(badges.map((one) => (one.key === key ? { ...one, ...part } : one)));
  return (
    <>
      {!isFixed && <p className="hint">{t`1–5 badges, each with a higher goal.`}</p>}
      <ol className="studio-badges">
        {badges.map(({ key, name, description, amount }, place) => {
          const nth = place + 1;
          return (
            <li key={key}>
              <fieldset className="studio-badge">
                <legend className="sr-only">{t`Badge ${nth}`}</legend>
                {isFixed ? (
                  <p className="field">
                    <span className="lab">{t`For`}</span>
                    <span className="studio-fixed tn">{amountOf(triggerType, Number(amount))}</span>
                  </p>
                ) : (
                  <label className="field">
                    <span className="lab">{units[triggerType]}</span>
                    <input
                      className="in tn"
                      type="number"
                      inputMode="numeric"
                      min={1}
                      max={10_000}
                      step={1}
                      required
                      // A new badge takes the focus.
                      autoFocus={amount === ""}
                      value={amount}
                      onChange={(event) => change(key, { amount: event.target.value })}
                    />
                  </label>
                )}
                <label className="field">
                  <span className="lab">{t`Name`}</span>
                  <input
                    className="in"
                    value={name}
                    maxLength={40}
                    required
                    autoComplete="off"
                    onChange={(event) => change(key, { name: event.target.value })}
                  />
                </label>
                <label className="field">
                  <span className="lab">{t`What it is for`}</span>
                  <input
                    className="in"
                    value={description}
                    maxLength={140}
                    required
                    autoComplete="off"
                    onChange={(event) => change(key, { description: event.target.value })}
                  />
                </label>
                {!isFixed && badges.length > 1 && (
                  <IconButton
                    icon={X}
                    label={name ? t`Take out: ${name}` : t`Take out badge ${nth}`}
                    onClick={(event) => {
                      const row = event.currentTarget.closest("li");
                      const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
                      neighbour?.querySelector("input")?.focus();
                      onType(badges.filter((one) => one.key !== key));
                    }}
                  />
                )}
              </fieldset>
            </li>
          );
        })}
      </ol>
      {!isFixed && badges.length < maxBadges && (
        <div>
          <Button size="s" onClick={() => onType([...badges, newBadge("")])}>
            {t`Add a badge`}
          </Button>
        </div>
      )}
    </>
  );
}
