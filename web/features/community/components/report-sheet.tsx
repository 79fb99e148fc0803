import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useReport } from "../actions/use-report.ts";

const reasons = ["harassment", "hate", "nudity", "violence", "spam", "irrelevant", "other"] as const;
type Reason = (typeof reasons)[number];

type ReportSheetProps = {
  contentType: "post" | "comment" | "video_upload" | "user";
  id: string;
  onClose: () => void;
};

/** Asks for the reason of a report and sends it. */
export function ReportSheet({ contentType, id, onClose }: ReportSheetProps) {
  const { t } = useLingui();
  const report = useReport();
  const [reason, setReason] = useState<Reason | null>(null);
  const [details, setDetails] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const labels: Record<Reason, string> = {
    harassment: t`Harassment or bullying`,
    hate: t`Hate speech`,
    nudity: t`Nudity, or filmed without consent`,
    violence: t`Violence or self-harm`,
    spam: t`Spam or scam`,
    irrelevant: t`Off topic`,
    other: t`Something else`,
  };
  const send = async () => {
    if (!reason) return setFault(t`Choose the closest reason.`);
    setBusy(true);
    const error = await report({ contentType, id, reason, details: details.trim() || null });
    setBusy(false);
    setFault(error);
    if (error) return;
    // The reported content disappears, and this sheet with it.
    showToast(t`Thanks for reporting. We’ve hidden it and our team will review it.`);
    onClose();
  };
  return (
    <Sheet
      title={t`What’s the problem?`}
      closeLabel={t`Close`}
      onClose={onClose}
      footer={
        <Button tone="go" wide busy={busy} onClick={() => void send()}>
          {t`Report`}
        </Button>
      }
    >
      <fieldset className="stack gap-2 choices">
        <legend className="sr-only">{t`Reason`}</legend>
        {reasons.map((one) => (
          <label key={one} className="row choice">
            <input
              type="radio"
              name="reason"
              value={one}
              checked={reason === one}
              onChange={() => setReason(one)}
            />
            {labels[one]}
          </label>
        ))}
      </fieldset>
      <label className="field">
        <span className="lab">{t`Anything else we should know?`}</span>
        <textarea
          dir="auto"
          className="in"
          rows={2}
          maxLength={1000}
          value={details}
          onChange={(event) => setDetails(event.target.value)}
        />
      </label>
      <p role="alert" className="hint hint-bad">
        {fault}
      </p>
    </Sheet>
  );
}
