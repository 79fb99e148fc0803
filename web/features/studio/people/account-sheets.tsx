import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { formatMonthDayYear } from "../../../lib/formats.ts";
import { Select } from "../../../ui/select.tsx";
import {
  StudioReinstate,
  StudioRequestDeletion,
  StudioRequestExport,
  StudioResendConfirmation,
  StudioSignOut,
  StudioSuspend,
} from "./account-acts.ts";
import { ActSheet } from "./act-sheet.tsx";
import type { ActPerson } from "./act-types.ts";

type SheetProps = { person: ActPerson; onClose: () => void };
const dayMs = 86_400_000;

/** Ends the sessions of a person on every device. */
export function SignOutSheet({ person, onClose }: SheetProps) {
  const { t } = useLingui();
  const [, signOut] = useMutation(StudioSignOut);
  return (
    <ActSheet
      title={t`Sign ${person.name} out everywhere`}
      person={person}
      happens={[
        t`Every device is signed out within a minute.`,
        t`The password stays the same, and nothing is deleted.`,
      ]}
      message={t`Our team signed you out everywhere to keep your account safe. Sign in again when you like.`}
      action={t`Sign out everywhere`}
      done={t`Signed out everywhere`}
      onAct={() => signOut({ personId: person.id })}
      onClose={onClose}
    />
  );
}

/** Sends the link again that confirms an address. */
export function ConfirmationSheet({ person, address, onClose }: SheetProps & { address: string }) {
  const { t } = useLingui();
  const [, resend] = useMutation(StudioResendConfirmation);
  return (
    <ActSheet
      title={t`Send ${person.name} the confirmation link again`}
      person={{ ...person, email: address }}
      happens={[t`A new link goes to ${address}. The one sent before stops working.`]}
      message={t`Confirm your email`}
      action={t`Send link`}
      done={t`Link sent`}
      onAct={() => resend({ personId: person.id })}
      onClose={onClose}
    />
  );
}

/** Blocks sign-in for some days, or until someone reinstates the account. */
export function SuspendSheet({ person, onClose }: SheetProps) {
  const { t } = useLingui();
  const [, suspend] = useMutation(StudioSuspend);
  const [reason, setReason] = useState("");
  const [days, setDays] = useState("7");
  const [opened] = useState(() => Date.now());
  const until = days === "" ? null : formatMonthDayYear(new Date(opened + Number(days) * dayMs));
  const typed = reason.trim();
  return (
    <ActSheet
      title={t`Suspend ${person.name}`}
      person={person}
      happens={[
        until ? t`They can’t sign in until ${until}.` : t`They can’t sign in until you reinstate them.`,
        t`Every device is signed out. Nothing is deleted.`,
        t`A running plan is still charged. Cancel or pause it here if it shouldn’t be.`,
      ]}
      message={typed ? t`Your account is suspended. Reason: ${typed}` : null}
      action={t`Suspend account`}
      done={t`Account suspended`}
      onAct={() => suspend({ personId: person.id, reason: typed, days: days === "" ? null : Number(days) })}
      onClose={onClose}
    >
      <label className="field">
        <span className="lab">{t`Reason (sent to them)`}</span>
        <input
          className="in"
          required
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </label>
      <Select
        label={t`Duration`}
        value={days}
        onChoose={setDays}
        options={[
          { value: "7", label: t`A week` },
          { value: "30", label: t`Thirty days` },
          { value: "", label: t`Until reinstated` },
        ]}
      />
    </ActSheet>
  );
}

/** Ends a suspension. */
export function ReinstateSheet({ person, onClose }: SheetProps) {
  const { t } = useLingui();
  const [, reinstate] = useMutation(StudioReinstate);
  return (
    <ActSheet
      title={t`Reinstate ${person.name}`}
      person={person}
      happens={[t`They can sign in again right away.`]}
      message={t`Your account is open again. Your progress is as you left it.`}
      action={t`Reinstate account`}
      done={t`Account reinstated`}
      onAct={() => reinstate({ personId: person.id })}
      onClose={onClose}
    />
  );
}

/** Has the copy of a person's data made, for them alone. */
export function ExportSheet({ person, onClose }: SheetProps) {
  const { t } = useLingui();
  const [, order] = useMutation(StudioRequestExport);
  return (
    <ActSheet
      title={t`Export the data of ${person.name}`}
      person={person}
      happens={[
        t`A file with everything we store about them is made.`,
        t`Only they can download it, signed in, for 7 days. The team can’t.`,
      ]}
      isMailedLater
      message={t`Your data export is ready. Download it within 7 days.`}
      action={t`Request export`}
      done={t`Export requested`}
      onAct={() => order({ personId: person.id })}
      onClose={onClose}
    />
  );
}

/** Schedules the deletion of an account, which the person can cancel. */
export function DeletionSheet({ person, onClose }: SheetProps) {
  const { t } = useLingui();
  const [, order] = useMutation(StudioRequestDeletion);
  const [opened] = useState(() => Date.now());
  const on = formatMonthDayYear(new Date(opened + 14 * dayMs));
  return (
    <ActSheet
      title={t`Delete the account of ${person.name}`}
      person={person}
      happens={[
        t`The account and its family profiles are deleted on ${on}. That can’t be undone.`,
        t`Until then, they can sign in and cancel the deletion.`,
        t`Invoices are kept as long as the law requires.`,
      ]}
      message={t`As you asked, our team scheduled the deletion of your account for ${on}. You can cancel until then.`}
      action={t`Delete on ${on}`}
      done={t`Deletion scheduled`}
      onAct={() => order({ personId: person.id })}
      onClose={onClose}
    />
  );
}
