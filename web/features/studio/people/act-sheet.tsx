import { useLingui } from "@lingui/react/macro";
import type { ComponentProps, ReactNode } from "react";
import { hasCode } from "../../../graphql/codes.ts";
import type { CombinedError } from "../../../graphql/hooks.ts";
import { ActDialog, WhatHappens } from "../public/act-dialog.tsx";
import type { ActPerson } from "./act-types.ts";

type ActSheetProps = Pick<
  ComponentProps<typeof ActDialog>,
  "title" | "action" | "done" | "onAct" | "onClose"
> & {
  person: ActPerson;
  /** What is chosen. */
  children?: ReactNode;
  /** What happens, a sentence each. */
  happens: readonly string[];
  /** The email, in short; null while the choice isn't complete. */
  message: string | null;
  /** The email follows once something is done. */
  isMailedLater?: boolean;
};

/** An act of staff on an account: what is chosen, beside what happens and the email that the person gets. */
export function ActSheet({
  person,
  children,
  happens,
  message,
  isMailedLater = false,
  ...props
}: ActSheetProps) {
  const { t } = useLingui();
  const explain = (error: CombinedError): string | null => {
    const isAny = (...codes: readonly string[]): boolean => codes.some((code) => hasCode(error, code));
    if (isAny("CHANGED_MEANWHILE", "AMOUNT_MISMATCH"))
      return t`This changed while the dialog was open. Close it and look again.`;
    if (isAny("ILLEGAL_TRANSITION"))
      return t`The plan doesn’t allow this now. Close the dialog and look again.`;
    if (isAny("IN_PROGRESS")) return t`A payment is in progress. Try again in a moment.`;
    if (isAny("COUPON_UNKNOWN")) return t`We don’t recognize that code. Check for typos.`;
    if (isAny("STUDENT_PROOF_MISSING"))
      return t`This code is for students. Approve the person for the student price first.`;
    if (isAny("COUPON_EXPIRED")) return t`This code has expired.`;
    if (isAny("COUPON_EXHAUSTED")) return t`This code has reached its limit.`;
    if (isAny("COUPON_NOT_APPLICABLE")) return t`This code doesn’t work with this plan.`;
    if (isAny("PROFILE_OF_ACCOUNT", "FORBIDDEN", "REFUND_LIMIT")) return error.graphQLErrors[0]!.message;
    return isAny("BAD_INPUT") ? t`Check what you entered.` : null;
  };
  return (
    <ActDialog {...props} isWide isReady={message !== null} explain={explain}>
      <div className="act-halves">
        {children && <div className="stack gap-4">{children}</div>}
        <div className="stack gap-4 act-result">
          <WhatHappens sentences={happens} />
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
    </ActDialog>
  );
}
