import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "urql";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.tsx";
import { Setting } from "../../../ui/setting.tsx";
import { TextField } from "./text-field.tsx";
import { useForm } from "./use-form.ts";

export const EmailFragment = graphql(`
  fragment AddressSetting_account on Account {
    email
    pendingEmail
  }
`);
const SendEmailVerification = graphql(`
  mutation SendEmailVerification {
    sendAddressProof {
      id
      email
      pendingEmail
    }
  }
`);

/** The email address: its verification state, and changing it. */
export function EmailSetting({
  account,
  confirmed,
  onChanged,
}: {
  account: FragmentOf<typeof EmailFragment>;
  confirmed: <T>(work: () => Promise<T>) => Promise<T>;
  onChanged: () => void;
}) {
  const { t } = useLingui();
  const { email, pendingEmail } = readFragment(EmailFragment, account);
  const session = useSession();
  const [open, setOpen] = useState(false);
  const [{ fetching }, sendAgain] = useMutation(SendEmailVerification);
  const { submit, busy, faultOf } = useForm(async (valueOf) => {
    const given = valueOf("email").trim();
    await confirmed(() => session.ask("/new-address", { email: given }));
    setOpen(false);
    showToast(t`A letter is on its way to ${given}.`);
    onChanged();
  });
  const repeat = async () => {
    const { error } = await sendAgain({});
    if (!error) showToast(t`Another letter is on its way to ${pendingEmail}.`);
    else if (error.graphQLErrors.some(({ extensions }) => extensions["code"] === "RATE_LIMITED"))
      showToast(
        t`There have been several letters already. Look among unwanted mail, or try again in an hour.`,
      );
    else showToast(t`No letter was sent: the studio didn’t answer. Try once more.`);
  };
  return (
    <Setting
      title={t`E-mail`}
      action={
        <Button size="s" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t`Leave it` : t`Change address`}
        </Button>
      }
    >
      {email && <p className="break">{email}</p>}
      {pendingEmail && (
        <div className="stack gap-2">
          <p className="muted pretty break">{t`We wrote to ${pendingEmail}. Open that letter and press its button, so that you can always get back in.`}</p>
          <p>
            <Button size="s" tone="line" busy={fetching} onClick={() => void repeat()}>
              {t`Send the letter again`}
            </Button>
          </p>
        </div>
      )}
      {open && (
        <form className="stack" onSubmit={(event) => void submit(event)}>
          <TextField
            label={t`New address`}
            name="email"
            type="email"
            autoComplete="email"
            hint={t`We write there first: it’s yours once you press the button in that letter.`}
            fault={faultOf("email")}
          />
          <p role="alert" className="hint hint-bad">
            {faultOf(null)}
          </p>
          <p>
            <Button type="submit" busy={busy}>
              {t`Send the letter`}
            </Button>
          </p>
        </form>
      )}
    </Setting>
  );
}
