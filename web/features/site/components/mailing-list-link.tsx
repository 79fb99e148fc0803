import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { studio } from "../../../lib/studio.ts";
import { Button } from "../../../ui/button.tsx";

const Confirm = graphql(`
  mutation MailingListConfirm($token: String!) {
    mailingListConfirm(token: $token)
  }
`);
const Leave = graphql(`
  mutation MailingListLeave($token: String!) {
    mailingListLeave(token: $token)
  }
`);
defineCacheUpdates({ mailingListConfirm: () => {}, mailingListLeave: () => {} });

/** What an email's link does. A press, since mail programs open links by themselves. */
export function MailingListLink({ act, token }: { act: "confirm" | "leave"; token: string }) {
  const { t } = useLingui();
  const [{ fetching: confirming }, confirm] = useMutation(Confirm);
  const [{ fetching: leaving }, leave] = useMutation(Leave);
  const [isDone, setDone] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const isLeave = act === "leave";
  const busy = confirming || leaving;
  const press = async (): Promise<void> => {
    if (busy) return;
    const { error } = await (isLeave ? leave({ token }) : confirm({ token }));
    if (!error) return setDone(true);
    setFault(
      codeOf(error) === "LINK_INVALID"
        ? t`This link is damaged or too old.`
        : t`Couldn’t save. Check your connection and try again.`,
    );
  };
  if (isDone)
    return (
      <p className="strong" role="status">
        {isLeave
          ? t`Your address is deleted.`
          : studio.isOpen
            ? t`Confirmed. Our email is on its way.`
            : t`Confirmed. We’ll email you when we open.`}
      </p>
    );
  return (
    <section className="stack">
      <p className="pretty">
        {isLeave
          ? t`We delete your address from the list.`
          : t`Confirm that we may email you once, on the day we open.`}
      </p>
      <p className="hint hint-bad empty:hidden" role="alert">
        {fault}
      </p>
      <div>
        <Button tone="go" size="l" busy={busy} onClick={() => void press()}>
          {isLeave ? t`Delete my address` : t`Confirm`}
        </Button>
      </div>
    </section>
  );
}
