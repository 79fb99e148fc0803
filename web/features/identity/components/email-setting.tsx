import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql, readFragment, type FragmentOf } from "../../../graphql/graphql.ts";
import { useSession } from "../../../graphql/provider.tsx";
import { Button } from "../../../ui/button.tsx";
import { showToast } from "../../../ui/toast.ts";
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
  const form = useForm({ email: "" }, async (values) => {
    const given = values.email.trim();
    await confirmed(() => session.ask("/new-address", { email: given }));
    toggle();
    showToast(t`We sent an email to ${given}.`);
    onChanged();
  });
  const toggle = (): void => {
    form.form.reset();
    setOpen(!open);
  };
  const repeat = async () => {
    const { error } = await sendAgain({});
    if (!error) showToast(t`We sent another email to ${pendingEmail}.`);
    else if (error.graphQLErrors.some(({ extensions }) => extensions["code"] === "RATE_LIMITED"))
      showToast(t`We’ve sent several emails. Check your spam folder, or try again in an hour.`);
    else showToast(t`Couldn’t send the email. Try again.`);
  };
  return (
    <Setting
      title={t`Email`}
      action={
        <Button size="s" aria-expanded={open} onClick={toggle}>
          {open ? t`Leave it` : t`Change email`}
        </Button>
      }
    >
      {email && <p className="break">{email}</p>}
      {pendingEmail && (
        <div className="stack gap-2">
          <p className="muted pretty break">{t`Confirm ${pendingEmail} using the email we sent.`}</p>
          <p>
            <Button size="s" tone="line" busy={fetching} onClick={() => void repeat()}>
              {t`Resend email`}
            </Button>
          </p>
        </div>
      )}
      {open && (
        <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
          <TextField
            label={t`New email`}
            type="email"
            autoComplete="email"
            hint={t`We’ll email you a link to confirm it.`}
            {...form.email("email")}
          />
          <p role="alert" className="hint hint-bad">
            {form.formFault}
          </p>
          <p>
            <Button type="submit" busy={form.busy}>
              {t`Send confirmation`}
            </Button>
          </p>
        </form>
      )}
    </Setting>
  );
}
