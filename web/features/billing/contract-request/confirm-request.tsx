import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf } from "../../../graphql/codes.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { invalidateQueries } from "../../../graphql/invalidate.ts";
import { Button } from "../../../ui/button.tsx";
import type { ContractKind } from "./contract-page.tsx";

const Confirm = graphql(`
  mutation ContractRequestConfirm($token: String!) {
    contractRequestConfirm(token: $token) {
      id
      status
      outcome
    }
  }
`);
defineCacheUpdates({ contractRequestConfirm: invalidateQueries });

type Confirmed = ResultOf<typeof Confirm>["contractRequestConfirm"];

/** Confirms the mailbox of a request. A press, since mail programs open links by themselves. */
export function ConfirmRequest({ kind, token }: { kind: ContractKind; token: string }) {
  const { t } = useLingui();
  const [{ fetching }, confirm] = useMutation(Confirm);
  const [fault, setFault] = useState<string | null>(null);
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null);
  const press = async (): Promise<void> => {
    if (fetching) return;
    const { data, error } = await confirm({ token });
    if (data) return setConfirmed(data.contractRequestConfirm);
    const code = error ? codeOf(error) : "INTERNAL";
    setFault(
      code === "LINK_INVALID"
        ? t`This link is damaged or too old. Send the form again.`
        : t`Couldn’t confirm. Check your connection and try again.`,
    );
  };
  const isCancel = kind === "cancel";
  if (confirmed)
    return (
      <section className="step" role="status">
        <h2 className="d2">{t`Confirmed`}</h2>
        <p className="pretty">
          {confirmed.outcome === "no_subscription"
            ? t`We found no running subscription for this email. The studio looks into your request.`
            : isCancel
              ? t`Your cancellation is confirmed. An email says when the subscription ends.`
              : t`Your withdrawal takes effect now. An email says what goes back to you.`}
        </p>
      </section>
    );
  return (
    <section className="step">
      <p className="pretty">
        {isCancel
          ? t`Confirm that you want to cancel. The day on which we received your form counts.`
          : t`Confirm that you want to withdraw. The day on which we received your form counts.`}
      </p>
      <p className="hint hint-bad" role="alert">
        {fault}
      </p>
      <div>
        <Button tone="go" size="l" busy={fetching} onClick={() => void press()}>
          {isCancel ? t`Confirm the cancellation` : t`Confirm the withdrawal`}
        </Button>
      </div>
    </section>
  );
}
