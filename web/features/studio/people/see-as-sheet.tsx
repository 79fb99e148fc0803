import { useLingui } from "@lingui/react/macro";
import { useState, type SubmitEvent } from "react";
import { hasCode } from "../../../graphql/codes.ts";
import { useMutation } from "../../../graphql/hooks.ts";
import { graphql } from "../../../graphql/graphql.ts";
import { storeTicket } from "../../../graphql/see-as-ticket.ts";
import { paths } from "../../../lib/paths.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import { Sheet } from "../../../ui/sheet.tsx";
import { useConfirmation } from "../../identity/public/use-confirmation.tsx";
import { WhatHappens } from "../public/act-dialog.tsx";
import type { ActPerson } from "./act-types.ts";

const SeeAsMutation = graphql(`
  mutation StudioSeeAs($key: ID!, $personId: ID!, $reason: String!) {
    studioSeeAs(key: $key, personId: $personId, reason: $reason) {
      id
      personId
      name
      endsAt
    }
  }
`);

/** Asks why, then shows the pages of a member in this tab, read-only. */
export function SeeAsSheet({ person, onClose }: { person: ActPerson; onClose: () => void }) {
  const { t } = useLingui();
  const [key] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [, seeAs] = useMutation(SeeAsMutation);
  const { confirmedCall, sheet } = useConfirmation();
  const { name } = person;
  const begin = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    if (!reason.trim()) return setFault(t`Enter a reason.`);
    setBusy(true);
    setFault(null);
    const result = await confirmedCall(() => seeAs({ key, personId: person.id, reason: reason.trim() }));
    setBusy(false);
    if (!result) return;
    const { data, error } = result;
    if (data) {
      storeTicket(data.studioSeeAs);
      // A new document: nothing of the studio stays in this tab's memory.
      return location.assign(paths.dashboard());
    }
    setFault(
      hasCode(error, "BAD_INPUT") || hasCode(error, "FORBIDDEN")
        ? error!.graphQLErrors[0]!.message
        : t`We couldn’t connect. Try again.`,
    );
  };
  return (
    <>
      <Sheet title={t`See as ${name}`} closeLabel={t`Close`} onClose={onClose}>
        <form className="stack gap-4" noValidate onSubmit={(event) => void begin(event)}>
          <LineField
            label={t`Reason, for the audit log`}
            most={300}
            value={reason}
            fault={fault ?? undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <WhatHappens
            sentences={[
              t`This tab shows their pages for 15 minutes.`,
              t`You can’t change, pay, or send anything.`,
              t`The audit log keeps your name and the reason.`,
              t`${name} gets no email. It’s part of their data export.`,
            ]}
          />
          <div className="row wrap">
            <Button onClick={onClose}>{t`Cancel`}</Button>
            <Button type="submit" tone="go" busy={busy}>{t`See as ${name}`}</Button>
          </div>
        </form>
      </Sheet>
      {sheet}
    </>
  );
}
