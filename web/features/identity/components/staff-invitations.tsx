import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, readFragment, type FragmentOf, type ResultOf } from "../../../graphql/graphql.ts";
import { useMutation, type CombinedError } from "../../../graphql/hooks.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
import { useConfirmation } from "../public/use-confirmation.tsx";
import { useRoleLabels } from "./role-labels.ts";

export const StaffInvitationFragment = graphql(`
  fragment StaffInvitation on StaffInvitation {
    id
    emailAddress
    role
    sentAt
    expiresAt
    isExpired
  }
`);
const Resend = graphql(`
  mutation ResendStaffInvitation($id: ID!) {
    staffInvitationResend(id: $id) {
      id
    }
  }
`);
const Revoke = graphql(`
  mutation RevokeStaffInvitation($id: ID!) {
    staffInvitationRevoke(id: $id) {
      id
    }
  }
`);

/** Invitations that no one accepted yet, to send again or to revoke. */
export function StaffInvitations({
  invitations,
  onChanged,
}: {
  invitations: readonly FragmentOf<typeof StaffInvitationFragment>[];
  onChanged: () => void;
}) {
  const { t } = useLingui();
  if (invitations.length === 0) return null;
  return (
    <section className="stack gap-2" aria-labelledby="staff-invitations">
      <h2 className="t4" id="staff-invitations">{t`Invitations`}</h2>
      <ul className="staff">
        {readFragment(StaffInvitationFragment, invitations).map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} onChanged={onChanged} />
        ))}
      </ul>
    </section>
  );
}

type InvitationProps = { invitation: ResultOf<typeof StaffInvitationFragment>; onChanged: () => void };

function Invitation({ invitation, onChanged }: InvitationProps) {
  const { t } = useLingui();
  const labels = useRoleLabels();
  const { id, emailAddress, role, expiresAt, isExpired } = invitation;
  const [{ fetching: isSending }, resend] = useMutation(Resend);
  const [{ fetching: isRevoking }, revoke] = useMutation(Revoke);
  const { confirmedCall, sheet } = useConfirmation();
  const [fault, setFault] = useState<string | null>(null);
  const run = async (
    call: () => Promise<{ error?: CombinedError | undefined }>,
    done: string,
  ): Promise<void> => {
    setFault(null);
    const result = await confirmedCall(call);
    if (!result) return;
    if (!result.error) showToast(done);
    else if (codeOf(result.error) === "NOT_FOUND") setFault(t`It was accepted or revoked.`);
    else if (codeOf(result.error) === "RATE_LIMITED") setFault(t`Sent too often. Wait an hour.`);
    else setFault(t`Couldn’t save. Try again.`);
    onChanged();
  };
  const day = formatMonthDayYear(new Date(expiresAt));
  return (
    <li className="staff-i staff-invited">
      <div className="staff-who">
        <span className="strong">{emailAddress}</span>
        <span className="facts t1 muted">
          <span>{labels[role].name}</span>
          {isExpired ? (
            <span className="bad">{t`Expired ${day}`}</span>
          ) : (
            <span>{t`Works until ${day}`}</span>
          )}
        </span>
      </div>
      <div className="row wrap">
        <Button
          busy={isSending}
          aria-label={t`Send again: ${emailAddress}`}
          onClick={() =>
            void run(() => resend({ id }), t`Sent again. The earlier link doesn’t work anymore.`)
          }
        >
          {t`Send again`}
        </Button>
        <Button
          tone="text"
          busy={isRevoking}
          aria-label={t`Revoke: ${emailAddress}`}
          onClick={() => void run(() => revoke({ id }), t`Invitation revoked.`)}
        >
          {t`Revoke`}
        </Button>
      </div>
      <p role="alert" className="hint hint-bad">
        {fault}
      </p>
      {sheet}
    </li>
  );
}
