import { useLingui } from "@lingui/react/macro";
import { ArrowDown, CalendarHeart, Pause } from "lucide-react";
import { useId, useState } from "react";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon, type LucideIcon } from "../../../ui/icon.tsx";
import { useReasonNames } from "./cancel-reasons.ts";
import { Step } from "./step.tsx";
import { cancelReasons, offerFor, type CancelReason, type Offer } from "./offers.ts";

const offerIcons: Record<Offer, LucideIcon> = {
  pause: Pause,
  cheaper_plan: ArrowDown,
  month_off: CalendarHeart,
};

/**
 * Cancels a subscription in one press. A reason is optional. A matching offer is shown next to the button,
 * equally large.
 */
export function CancelStep({
  endsAt,
  offers,
  isTrial,
  creditText,
  busy,
  fault,
  onCancel,
  onOffer,
  onKeep,
}: {
  /** End of access: ISO 8601; null if it ends at once. */
  endsAt: string | null;
  /** Offers that are available to this person. */
  offers: ReadonlySet<Offer>;
  isTrial: boolean;
  /** What becomes of credit; null without any. */
  creditText: string | null;
  busy: boolean;
  fault: string | null;
  onCancel: (reason: CancelReason | null, comment: string) => void;
  onOffer: (offer: Offer) => void;
  onKeep: () => void;
}) {
  const { t } = useLingui();
  const commentId = useId();
  const [reason, setReason] = useState<CancelReason | null>(null);
  const [comment, setComment] = useState("");
  const offer = offerFor(reason, offers);
  const names = useReasonNames();
  const offered: Record<Offer, { title: string; text: string; label: string }> = {
    pause: {
      title: t`Pause for up to 3 months`,
      text: t`No charges while paused. It resumes on the date you choose.`,
      label: t`Pause instead`,
    },
    cheaper_plan: {
      title: t`Switch to a cheaper plan`,
      text: t`You’ll see the price before anything changes.`,
      label: t`Change plan`,
    },
    month_off: {
      title: t`Get a month free`,
      text: t`We’ll take one month off your next payment. You can use this once every 12 months.`,
      label: t`Get a month free`,
    },
  };
  const day = endsAt ? formatMonthDayYear(new Date(endsAt)) : null;
  return (
    <Step
      title={day ? t`You keep access until ${day}` : t`Your plan ends now`}
      lead={
        isTrial
          ? t`You won’t be charged. Your saved classes, badges, and progress stay in your free account.`
          : t`You won’t be charged again. Your saved classes, badges, and progress stay in your free account.`
      }
      leaveLabel={t`Keep my plan`}
      onLeave={onKeep}
    >
      {creditText && <p className="pretty">{creditText}</p>}
      <fieldset className="stack gap-2">
        <legend className="lab">
          {t`Why are you canceling?`} <span className="faint">{t`Optional`}</span>
        </legend>
        <div className="opts2">
          {cancelReasons.map((one) => (
            <label className="opt" key={one}>
              <input
                className="radio"
                type="radio"
                name="reason"
                checked={reason === one}
                onChange={() => setReason(one)}
              />
              {names[one]}
            </label>
          ))}
        </div>
      </fieldset>
      {reason && (
        <div className="field">
          <label className="lab" htmlFor={commentId}>
            {t`Anything else we should know?`} <span className="faint">{t`Optional`}</span>
          </label>
          <textarea
            id={commentId}
            className="in"
            rows={2}
            maxLength={1000}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        </div>
      )}
      <div aria-live="polite">
        {offer && (
          <div className="note">
            <Icon of={offerIcons[offer]} />
            <p className="strong">{offered[offer].title}</p>
            <p className="t1 muted">{offered[offer].text}</p>
          </div>
        )}
      </div>
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div className="equal">
        {offer && (
          <Button tone="line" size="l" onClick={() => onOffer(offer)}>
            {offered[offer].label}
          </Button>
        )}
        <Button tone="line" size="l" busy={busy} onClick={() => onCancel(reason, comment.trim())}>
          {t`Cancel now`}
        </Button>
      </div>
    </Step>
  );
}
