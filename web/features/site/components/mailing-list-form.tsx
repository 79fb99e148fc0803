import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";

const Join = graphql(`
  mutation MailingListJoin($email: String!) {
    mailingListJoin(email: $email)
  }
`);
defineCacheUpdates({ mailingListJoin: () => {} });

/** Where visitors leave an address for the email about the opening. */
export function MailingListForm() {
  const { t } = useLingui();
  const [, join] = useMutation(Join);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { submit, busy, field, formFault } = useServerForm<{ email: string }>({
    defaultValues: { email: "" },
    send: async (values) => {
      const email = values.email.trim();
      const { error } = await join({ email });
      if (error) throw error;
      setSentTo(email);
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      const texts: Record<string, string> = {
        INVALID_EMAIL: t`Enter a valid email.`,
        RATE_LIMITED: t`Too many requests. Wait an hour.`,
        MAILING_LIST_CLOSED: t`We’re open already. Load this page again.`,
        NETWORK: t`You’re offline. Nothing was sent. Try again.`,
      };
      return { field: "email", text: texts[codeOf(error)] ?? t`Couldn’t send. Try again.` };
    },
  });
  if (sentTo !== null)
    return (
      <section className="step" role="status">
        <h2 className="d2">{t`Check your email`}</h2>
        <p className="pretty">{t`If ${sentTo} isn’t on the list yet, we sent a link there. Open it to confirm. It works for 7 days.`}</p>
      </section>
    );
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <h2 className="d2">{t`We open soon`}</h2>
      <LineField
        label={t`Email`}
        type="email"
        autoComplete="email"
        hint={t`One email on the day we open, and no other.`}
        most={254}
        {...field("email", {
          required: t`Fill in this field.`,
          pattern: { value: /\S@\S/, message: t`Enter a valid email.` },
        })}
      />
      <p role="alert" className="hint hint-bad empty:hidden">
        {formFault}
      </p>
      <Button type="submit" tone="go" size="l" wide busy={busy}>
        {t`Tell me when you open`}
      </Button>
    </form>
  );
}
