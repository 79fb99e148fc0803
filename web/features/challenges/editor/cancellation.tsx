import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/button.tsx";

type CancellationProps = {
  /** People who joined. */
  participants: number;
  busy: boolean;
  onConfirm: () => void;
  onKeep: () => void;
};

/** Asks before a challenge is canceled that people may have joined. */
export function Cancellation({ participants, busy, onConfirm, onKeep }: CancellationProps) {
  const { t } = useLingui();
  return (
    <>
      <p>
        {plural(participants, {
          0: "No one has joined yet.",
          one: "# dancer has joined and will lose it.",
          other: "# dancers have joined and will lose it.",
        })}
      </p>
      <div className="row wrap">
        <Button tone="bad" busy={busy} onClick={onConfirm}>
          {t`Cancel challenge`}
        </Button>
        <Button tone="text" autoFocus onClick={onKeep}>
          {t`Keep challenge`}
        </Button>
      </div>
    </>
  );
}
