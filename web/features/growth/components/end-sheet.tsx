import { useLingui } from "@lingui/react/macro";
import type { EnumValue } from "../../../graphql/graphql.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";

/** Chooses what everyone sees after an experiment. */
export function EndSheet({
  name,
  isEarly,
  busy,
  onClose,
  onChoose,
}: {
  name: string;
  /** Fewer people took part than planned. */
  isEarly: boolean;
  busy: boolean;
  onClose: () => void;
  onChoose: (chosen: EnumValue<"ExperimentVariant">) => Promise<void>;
}) {
  const { t } = useLingui();
  return (
    <Sheet title={t`End “${name}”`} closeLabel={t`Close`} onClose={onClose}>
      <p className="pretty">{t`Choose what everyone sees from now on. An ended experiment can’t run again.`}</p>
      {isEarly && (
        <p className="experiment-warning" role="note">
          {t`Fewer people took part than planned, so there is no result yet.`}
        </p>
      )}
      <div className="row wrap">
        <Button busy={busy} onClick={() => void onChoose("variant_b")}>{t`Apply variant B`}</Button>
        <Button busy={busy} onClick={() => void onChoose("control")}>{t`Keep the control`}</Button>
        <Button tone="text" onClick={onClose}>{t`Cancel`}</Button>
      </div>
    </Sheet>
  );
}
