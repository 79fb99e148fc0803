import { useLingui } from "@lingui/react/macro";
import { useState, type ComponentProps } from "react";
import { localeNames, locales, localeOf } from "../../../../contract/locales.ts";
import { hasCode } from "../../../graphql/codes.ts";
import { useMutation, useQuery, type CombinedError } from "../../../graphql/hooks.ts";
import { graphql, type ResultOf } from "../../../graphql/graphql.ts";
import { formatMoney } from "../../../lib/money.ts";
import { readMoney } from "../../../lib/read-money.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { Select } from "../../../ui/select.tsx";
import { ActDialog, WhatHappens } from "../../studio/public/act-dialog.tsx";
import { RefundLimitNote, refundRoom } from "../../studio/public/refund-limit.tsx";
import { StudioCardFragment } from "./studio-fragment.ts";

type Card = ResultOf<typeof StudioCardFragment>;
/** What staff do with gift cards. */
export type GiftAct = { kind: "issue" } | { kind: "void" | "refund"; card: Card };

const CurrenciesQuery = graphql(`
  query GiftCardCurrencies {
    couponOptions {
      currencyCodes
    }
  }
`);
const Issue = graphql(
  `
    mutation StudioGiftCardIssue($key: ID!, $input: GiftCardIssueInput!) {
      studioGiftCardIssue(key: $key, input: $input) {
        ...StudioGiftCard
      }
    }
  `,
  [StudioCardFragment],
);
const Void = graphql(
  `
    mutation StudioGiftCardVoid($id: ID!, $reason: String!) {
      studioGiftCardVoid(id: $id, reason: $reason) {
        ...StudioGiftCard
      }
    }
  `,
  [StudioCardFragment],
);
const Refund = graphql(
  `
    mutation StudioGiftCardRefund($id: ID!, $rest: Int!, $reason: String!) {
      studioGiftCardRefund(id: $id, rest: $rest, reason: $reason) {
        ...StudioGiftCard
      }
    }
  `,
  [StudioCardFragment],
);

type SheetProps = { onDone: () => void; onClose: () => void };

/** The dialog of an act: what is chosen, and what happens. The button carries the result. */
export function GiftActSheet({ act, ...props }: SheetProps & { act: GiftAct }) {
  if (act.kind === "issue") return <IssueSheet {...props} />;
  return act.kind === "void" ? (
    <VoidSheet card={act.card} {...props} />
  ) : (
    <RefundSheet card={act.card} {...props} />
  );
}

function IssueSheet(props: SheetProps) {
  const { t, i18n } = useLingui();
  const [{ data }] = useQuery({ query: CurrenciesQuery });
  const currencies = data?.couponOptions.currencyCodes ?? [];
  const [chosen, setCurrency] = useState("");
  const currencyCode = chosen || currencies[0] || "USD";
  const [typed, setTyped] = useState("");
  const [recipientEmail, setRecipient] = useState("");
  const [recipientLocale, setLocale] = useState(localeOf(i18n.locale));
  const [reason, setReason] = useState("");
  const [, issue] = useMutation(Issue);
  const amount = readMoney(typed, currencyCode);
  const text = amount === null ? t`the amount` : formatMoney(amount, currencyCode);
  const email = recipientEmail.trim();
  return (
    <GiftSheet
      {...props}
      title={t`Issue a gift card`}
      happens={[
        t`The card is worth ${text}. No one pays for it.`,
        email ? t`We email it to ${email} now.` : t`Enter an email: only the recipient sees the code.`,
      ]}
      action={t`Issue ${text}`}
      done={t`Gift card issued`}
      isReady={amount !== null && email.length > 0 && reason.trim().length > 0}
      onAct={(key) =>
        issue({
          key,
          input: {
            amount: amount ?? 0,
            currencyCode,
            reason: reason.trim(),
            gift: { recipientEmail: email, recipientLocale },
          },
        })
      }
    >
      <div className="pay-two">
        <Select
          label={t`Currency`}
          value={currencyCode}
          onChoose={setCurrency}
          options={[...new Set([currencyCode, ...currencies])].map((code) => ({ value: code, label: code }))}
        />
        <LineField
          label={t`Amount in ${currencyCode}`}
          inputMode="decimal"
          most={12}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <LineField
        label={t`Email of the recipient`}
        type="email"
        most={254}
        value={recipientEmail}
        onChange={(event) => setRecipient(event.currentTarget.value)}
      />
      <Select
        label={t`Their language`}
        value={recipientLocale}
        onChoose={setLocale}
        options={locales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
      />
      <ReasonField reason={reason} onChange={setReason} />
    </GiftSheet>
  );
}

function VoidSheet({ card, ...props }: SheetProps & { card: Card }) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const [, voidCard] = useMutation(Void);
  const digits = card.lastDigits;
  return (
    <GiftSheet
      {...props}
      title={t`Void the card ending in ${digits}`}
      happens={[
        t`Its code stops working now.`,
        card.isPaid ? t`Nothing is refunded. Use Refund to return the money.` : t`No one paid for it.`,
        t`No email is sent.`,
      ]}
      action={t`Void gift card`}
      done={t`Gift card voided`}
      isReady={reason.trim().length > 0}
      onAct={() => voidCard({ id: card.id, reason: reason.trim() })}
    >
      <ReasonField reason={reason} onChange={setReason} />
    </GiftSheet>
  );
}

function RefundSheet({ card, ...props }: SheetProps & { card: Card }) {
  const { t } = useLingui();
  const [reason, setReason] = useState("");
  const [, refund] = useMutation(Refund);
  const rest = formatMoney(card.refundable, card.currencyCode);
  const { most, isLimited } = refundRoom(card.refundable, card.refundLimit, card.amountRefunded);
  return (
    <GiftSheet
      {...props}
      title={t`Refund a gift card`}
      happens={[
        t`${rest} goes back to the card that paid.`,
        card.redeemerId
          ? t`The same amount of account credit is taken back.`
          : t`Its code stops working now.`,
        t`The buyer gets an email.`,
      ]}
      action={t`Refund ${rest}`}
      done={t`Gift card refunded`}
      isReady={reason.trim().length > 0 && !isLimited}
      onAct={() => refund({ id: card.id, rest: card.refundable, reason: reason.trim() })}
    >
      {isLimited && <RefundLimitNote most={most} currencyCode={card.currencyCode} />}
      <ReasonField reason={reason} onChange={setReason} />
    </GiftSheet>
  );
}

function ReasonField({ reason, onChange }: { reason: string; onChange: (reason: string) => void }) {
  const { t } = useLingui();
  return (
    <LineField
      label={t`Reason, for the audit log`}
      most={300}
      value={reason}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

type GiftSheetProps = Omit<ComponentProps<typeof ActDialog>, "explain"> & { happens: readonly string[] };

function GiftSheet({ children, happens, ...props }: GiftSheetProps) {
  const { t } = useLingui();
  const explain = (error: CombinedError): string | null => {
    if (hasCode(error, "CHANGED_MEANWHILE"))
      return t`This changed while the dialog was open. Close it and look again.`;
    const isExplained = ["BAD_INPUT", "INVALID_EMAIL", "REFUND_LIMIT"].some((code) => hasCode(error, code));
    return isExplained ? error.graphQLErrors[0]!.message : null;
  };
  return (
    <ActDialog {...props} explain={explain}>
      {children}
      <WhatHappens sentences={happens} />
    </ActDialog>
  );
}
