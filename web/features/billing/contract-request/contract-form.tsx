import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useMutation } from "../../../graphql/hooks.ts";
import { defineCacheUpdates } from "../../../graphql/cache.ts";
import { codeOf, faultFieldOf, isCombinedError } from "../../../graphql/codes.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { visitorCountry } from "../../../lib/consent.ts";
import { useServerForm } from "../../../lib/forms/use-server-form.ts";
import { Button } from "../../../ui/button.tsx";
import { LineField } from "../../../ui/line-field.tsx";
import type { ContractKind } from "./contract-page.tsx";

const Send = graphql(`
  mutation ContractRequestSend($input: ContractRequestInput!) {
    contractRequestSend(input: $input) {
      id
      kind
      receivedAt
      isExtraordinary
      reason
      name
      email
      invoiceNumber
      wantedAt
    }
  }
`);
defineCacheUpdates({ contractRequestSend: () => {} });

export type SentRequest = ResultOf<typeof Send>["contractRequestSend"];

type Values = {
  name: string;
  email: string;
  invoiceNumber: string;
  type: "ordinary" | "extraordinary";
  reason: string;
  wantedOn: string;
};

/** The form of a cancellation or withdrawal. */
export function ContractForm({
  kind,
  onSent,
}: {
  kind: ContractKind;
  onSent: (request: SentRequest) => void;
}) {
  const { t } = useLingui();
  const [, send] = useMutation(Send);
  // One key per form, so that a repeated press is received once.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const form = useServerForm<Values>({
    defaultValues: { name: "", email: "", invoiceNumber: "", type: "ordinary", reason: "", wantedOn: "" },
    send: async ({ name, email, invoiceNumber, type, reason, wantedOn }) => {
      const isExtraordinary = kind === "cancel" && type === "extraordinary";
      const { data, error } = await send({
        input: {
          idempotencyKey,
          kind,
          name,
          email,
          invoiceNumber: invoiceNumber || null,
          isExtraordinary,
          reason: isExtraordinary ? reason : null,
          wantedAt: kind === "cancel" && wantedOn ? `${wantedOn}T00:00:00Z` : null,
        },
      });
      if (error) throw error;
      onSent(data!.contractRequestSend);
    },
    faultOf: (error) => {
      if (!isCombinedError(error)) return null;
      const code = codeOf(error);
      // What was typed differs from what arrived before: it is another request.
      if (code === "IDEMPOTENCY_KEY_REUSED") setKey(crypto.randomUUID());
      const texts: Record<string, string> = {
        INVALID_EMAIL: t`Enter a valid email.`,
        RATE_LIMITED: t`Too many requests. Wait an hour, or write to the studio.`,
        PAN_REJECTED: t`Remove the card number.`,
        IDEMPOTENCY_KEY_REUSED: t`You changed the form after sending it. Press the button again.`,
        NETWORK: t`You’re offline. Nothing was sent. Try again.`,
      };
      const text =
        texts[code] ?? (code === "BAD_INPUT" ? t`Check this field.` : t`Couldn’t send. Try again.`);
      return { field: faultFieldOf(error), text };
    },
  });
  const required = t`Fill in this field.`;
  const isExtraordinary = form.form.watch("type") === "extraordinary";
  return (
    <form className="stack" noValidate onSubmit={(event) => void form.submit(event)}>
      {kind === "cancel" && (
        <fieldset className="stack gap-2">
          <legend className="lab">{t`Type of cancellation`}</legend>
          <label className="opt">
            <input className="radio" type="radio" value="ordinary" {...form.form.register("type")} />
            {t`Ordinary, at the end of the paid term`}
          </label>
          <label className="opt">
            <input className="radio" type="radio" value="extraordinary" {...form.form.register("type")} />
            {t`Extraordinary, for a good cause`}
          </label>
        </fieldset>
      )}
      {kind === "cancel" && isExtraordinary && (
        <LineField label={t`The reason`} most={1000} {...form.field("reason", { required })} />
      )}
      <LineField label={t`Name`} autoComplete="name" most={120} {...form.field("name", { required })} />
      <LineField
        label={t`Email of your account`}
        type="email"
        autoComplete="email"
        hint={t`We send the confirmation there.`}
        most={254}
        {...form.field("email", {
          required,
          pattern: { value: /\S@\S/, message: t`Enter a valid email.` },
        })}
      />
      <LineField
        label={t`Invoice number (optional)`}
        hint={t`For example EC-2026-000042. With it, your request takes effect without another step.`}
        most={60}
        {...form.field("invoiceNumber")}
      />
      {kind === "cancel" && !isExtraordinary && (
        <LineField
          label={t`End on (optional)`}
          type="date"
          hint={t`Leave this empty to end as soon as possible.`}
          {...form.field("wantedOn")}
        />
      )}
      <p role="alert" className="hint hint-bad">
        {form.formFault}
      </p>
      <div>
        <Button type="submit" tone="go" size="l" busy={form.busy}>
          {kind === "cancel" ? <CancelLabel /> : t`Withdraw now`}
        </Button>
      </div>
    </form>
  );
}

/** German law asks for these words. */
function CancelLabel() {
  const { t } = useLingui();
  return visitorCountry() === "DE" ? <span lang="de">Jetzt kündigen</span> : t`Cancel now`;
}
