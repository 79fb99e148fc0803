import { paths } from "../../../../contract/urls.ts";
import type { EmailTexts } from "../../../platform/mail/content.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import { planText, textsFor } from "../texts.ts";
import type { EmailReader } from "../../../platform/mail/template.ts";
import type { NamedPlan } from "../texts.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";

/** Templates of billing's emails. Amounts in minor units. */

const why = msg(
  "You’re receiving this because you have a subscription. You can’t opt out of billing emails.",
);
const seeSubscription = { label: msg("Your subscription"), path: paths.subscription() };

/** The step that cancels; it opens after signing in. */
export const changeOrCancel = { label: msg("Change or cancel"), path: `${paths.subscription()}?do=cancel` };

export const demoDay = new Date("2026-12-05T23:30:00Z");
export const demoEnd = new Date("2027-12-05T23:30:00Z");
export const demoPassEnd = new Date("2026-12-15T23:30:00Z");
export const demoId = "00000000-0000-4000-8000-000000000001";
export const demo: Priced = {
  planName: "Premium",
  period: 1,
  periodUnit: "year",
  amount: 11_900,
  currencyCode: "USD",
};

export interface Priced extends NamedPlan {
  readonly amount: number;
  readonly currencyCode: string;
}

/** The facts of a plan and its next charge. */
export const nextCharge = (
  { at, amount, currencyCode, ...plan }: Priced & { at: Date },
  { day, money }: Pick<ReturnType<typeof textsFor>, "day" | "money">,
): NonNullable<EmailTexts["facts"]> => [
  { label: msg("Plan"), value: planText(plan) },
  {
    label: msg("Next charge"),
    value: msg("{amount} on {at}", { amount: money(amount, currencyCode), at: day(at) }),
  },
];

/** Declares a billing email: the same small print, and the subscription’s page unless it asks for more. */
export const defineBillingEmail = <Props>(
  definition: Omit<Parameters<typeof defineEmail<Props>>[0], "write"> & {
    write(
      props: Props,
      texts: ReturnType<typeof textsFor>,
      reader: EmailReader,
    ): Omit<EmailTexts, "heading" | "footnote"> & { readonly heading?: Message };
  },
) =>
  defineEmail<Props>({
    ...definition,
    write: (props, reader) => {
      const content = definition.write(props, textsFor(reader), reader);
      return {
        action: seeSubscription,
        ...content,
        heading: content.heading ?? content.subject,
        footnote: why,
      };
    },
  });
