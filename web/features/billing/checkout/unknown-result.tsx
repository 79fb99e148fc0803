import { useLingui } from "@lingui/react/macro";
import { Button } from "../../../ui/button.tsx";
import type { Refusal } from "./refusals.ts";

/** A payment without a response: resends it under the same idempotency key. */
export function UnknownOutcome({
  refusal,
  busy,
  onRepeat,
  onAbandon,
}: {
  refusal: Refusal | null;
  busy: boolean;
  onRepeat: () => void;
  onAbandon: () => void;
}) {
  const { t } = useLingui();
  return (
    <div className="stack" role="alert">
      <p>
        {refusal?.text ??
          t`We lost the connection during your payment. Check its status. You won’t be charged twice.`}
      </p>
      <Button tone="go" size="l" wide busy={busy} onClick={onRepeat}>
        {t`Check payment status`}
      </Button>
      <Button tone="text" onClick={onAbandon}>
        {t`Start over`}
      </Button>
    </div>
  );
}
