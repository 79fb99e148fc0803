import { useLingui } from "@lingui/react/macro";
import { localeNames, locales, type Locale } from "../../../../contract/locales.ts";
import { LineField } from "../../../ui/line-field.tsx";
import { LinesField } from "../../../ui/lines-field.tsx";
import { Segments } from "../../../ui/segments.tsx";
import { Select } from "../../../ui/select.tsx";

/** Whom a gift is for, and what it says. */
export type Recipient = {
  delivery: "email" | "print";
  email: string;
  locale: Locale;
  /** YYYY-MM-DD; empty for now. */
  sendOn: string;
  senderName: string;
  message: string;
};
/** What is wrong, by field. */
export type GiftFaults = Partial<Record<"amount" | "recipientEmail" | "buyerEmail", string>>;

/** Fields for the person a gift is for. */
export function RecipientFields({
  recipient,
  today,
  faults,
  onChange,
}: {
  recipient: Recipient;
  today: string;
  faults: GiftFaults;
  onChange: (recipient: Recipient) => void;
}) {
  const { t } = useLingui();
  return (
    <section className="stack gap-4" aria-labelledby="gift-whom">
      <h2 className="t4" id="gift-whom">{t`For whom`}</h2>
      <Segments
        label={t`Delivery`}
        value={recipient.delivery}
        onChoose={(delivery) => onChange({ ...recipient, delivery })}
        options={[
          { value: "email", label: t`Email it` },
          { value: "print", label: t`I’ll print it` },
        ]}
      />
      {recipient.delivery === "email" && (
        <div className="pay-two">
          <LineField
            label={t`Their email`}
            type="email"
            most={254}
            value={recipient.email}
            fault={faults.recipientEmail}
            onChange={(event) => onChange({ ...recipient, email: event.currentTarget.value })}
          />
          <LineField
            label={t`Send on`}
            type="date"
            earliest={today}
            value={recipient.sendOn}
            hint={t`Leave empty to send it now.`}
            onChange={(event) => onChange({ ...recipient, sendOn: event.currentTarget.value })}
          />
        </div>
      )}
      <div className="pay-two">
        <Select
          label={t`Their language`}
          value={recipient.locale}
          onChoose={(locale) => onChange({ ...recipient, locale })}
          options={locales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
        />
        <LineField
          label={t`From`}
          most={80}
          autoComplete="name"
          value={recipient.senderName}
          onChange={(event) => onChange({ ...recipient, senderName: event.currentTarget.value })}
        />
      </div>
      <LinesField
        label={t`Message`}
        rows={3}
        most={500}
        value={recipient.message}
        onChange={(event) => onChange({ ...recipient, message: event.currentTarget.value })}
      />
    </section>
  );
}
