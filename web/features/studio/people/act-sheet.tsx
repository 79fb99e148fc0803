import { useLingui } from "@lingui/react/macro";
import { useState, type ReactNode, type SubmitEvent } from "react";
import { hasCode } from "../../../graphql/codes.ts";
import type { CombinedError } from "../../../graphql/hooks.ts";
import { Button } from "../../../ui/button.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { showToast } from "../../../ui/toast.tsx";
import type { ActPerson } from "./act-types.ts";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";

type ActSheetProps = {
  title: string;
  person: ActPerson;
  /** What is chosen. */
  children?: ReactNode;
  /** What happens, a sentence each. */
  happens: readonly string[];
  /** The email, in short; null while the choice isn't complete. */
  message: string | null;
  /** The email follows once something is done. */
  isMailedLater?: boolean;
  /** The button with its result: "Refund $14.99 and end plan". */
  action: string;
  /** The toast afterwards. */
  done: string;
  /** Performs the act; the key makes a repeated press the same act. */
  onAct: (key: string) => Promise<{ error?: CombinedError | undefined }>;
  onClose: () => void;
};

/** An act of staff: what is chosen beside what happens and what the person is told. The button carries the result. */
export function ActSheet({
  title,
  person,
  children,
  happens,
  message,
  isMailedLater = false,
  action,
  done,
  onAct,
  onClose,
}: ActSheetProps) {
  const { t } = useLingui();
  const [key] = useState(() => crypto.randomUUID());
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { confirmedCall, sheet } = useConfirmation();
  const act = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (message === null) {
      setFault(t`Check what you entered.`);
      return;
    }
    setBusy(true);
    setFault(null);
    const result = await confirmedCall(() => onAct(key));
    setBusy(false);
    if (!result) return;
    if (!result.error) {
      showToast(done);
      onClose();
      return;
    }
    setFault(
      hasCode(result.error, "CHANGED_MEANWHILE") || hasCode(result.error, "AMOUNT_MISMATCH")
        ? t`This changed while the dialog was open. Close it and look again.`
        : hasCode(result.error, "ILLEGAL_TRANSITION")
          ? t`The plan doesn’t allow this now. Close the dialog and look again.`
          : hasCode(result.error, "IN_PROGRESS")
            ? t`A payment is in progress. Try again in a moment.`
            : hasCode(result.error, "COUPON_UNKNOWN")
              ? t`We don’t recognize that code. Check for typos.`
              : hasCode(result.error, "COUPON_EXPIRED")
                ? t`This code has expired.`
                : hasCode(result.error, "COUPON_EXHAUSTED")
                  ? t`This code has reached its limit.`
                  : hasCode(result.error, "COUPON_NOT_APPLICABLE")
                    ? t`This code doesn’t work with this plan.`
                    : hasCode(result.error, "PROFILE_OF_ACCOUNT") || hasCode(result.error, "FORBIDDEN")
                      ? result.error.graphQLErrors[0]!.message
                      : hasCode(result.error, "BAD_INPUT")
                        ? t`Check what you entered.`
                        : t`We couldn’t connect. Try again.`,
    );
  };
  return (
    <>
      <Sheet title={title} closeLabel={t`Close`} onClose={onClose}>
        <form className="act" noValidate onSubmit={(event) => void act(event)}>
          <div className="act-halves">
            {children && <div className="stack gap-4">{children}</div>}
            <div className="stack gap-4 act-result">
              <section className="stack gap-2">
                <h3 className="strong">{t`What happens`}</h3>
                <ul className="act-list t1">
                  {happens.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
              </section>
              <section className="stack gap-2">
                <h3 className="strong">{t`What ${person.name} is told`}</h3>
                {message && (
                  <div className="act-mail t1">
                    <p className="muted">
                      {!person.email
                        ? t`No email address`
                        : isMailedLater
                          ? t`To ${person.email}, when it’s ready`
                          : t`To ${person.email}, now`}
                    </p>
                    <p>{message}</p>
                  </div>
                )}
              </section>
            </div>
          </div>
          {fault && (
            <p className="hint hint-bad" role="alert">
              {fault}
            </p>
          )}
          <div className="row act-foot">
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" tone="go" busy={busy}>
              {action}
            </Button>
          </div>
        </form>
      </Sheet>
      {sheet}
    </>
  );
}
