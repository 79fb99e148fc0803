import { paths } from "../../../../contract/urls.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { changeOrCancel, defineBillingEmail } from "./template.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { planText } from "../texts.ts";
import type { NamedPlan, textsFor } from "../texts.ts";

interface NewPrice extends NamedPlan {
  /** Minor units, per term. */
  readonly newAmount: number;
  readonly currencyCode: string;
  /** False where tax is added on top. */
  readonly isTaxIncluded: boolean;
}

export interface PriceChangeProps extends NewPrice {
  readonly oldAmount: number;
  /** The first charge of the new price. */
  readonly effectiveAt: Date;
  readonly needsConsent: boolean;
  readonly endsWithoutConsent: boolean;
}

const demo: PriceChangeProps = {
  planName: "Standard",
  period: 1,
  periodUnit: "month",
  oldAmount: 1099,
  newAmount: 1299,
  currencyCode: "EUR",
  isTaxIncluded: true,
  effectiveAt: new Date("2027-01-05T10:00:00Z"),
  needsConsent: true,
  endsWithoutConsent: false,
};

/** A price as the studio states it: with tax, or saying that tax is added. */
const priceText = (
  amount: number,
  { currencyCode, isTaxIncluded }: NewPrice,
  { money }: ReturnType<typeof textsFor>,
): Message | string =>
  isTaxIncluded
    ? money(amount, currencyCode)
    : msg("{amount} plus tax", { amount: money(amount, currencyCode) });

const seeNewPrice = { label: msg("See the new price"), path: paths.subscription() };

const freeToCancel = msg(
  "You can also cancel free of charge at any time before that day. You keep access until the end of the term that you’ve paid for.",
);

/** Announces a new price at least 30 days before its first charge. */
export const priceChangeEmail = defineBillingEmail<PriceChangeProps>({
  name: "billing.price_change",
  previews: {
    usual: demo,
    ends_without_consent: { ...demo, endsWithoutConsent: true },
    without_consent: { ...demo, currencyCode: "USD", isTaxIncluded: false, needsConsent: false },
    decrease: { ...demo, newAmount: 899, needsConsent: false },
  },
  write: (props, texts) => {
    const { oldAmount, newAmount, effectiveAt, needsConsent, endsWithoutConsent } = props;
    const plan = planText(props);
    const [before, after] = [priceText(oldAmount, props, texts), priceText(newAmount, props, texts)];
    const on = texts.day(effectiveAt);
    const facts = [
      { label: msg("Plan"), value: plan },
      { label: msg("Price today"), value: before },
      { label: msg("New price"), value: after },
      { label: msg("First charge at the new price"), value: on },
    ];
    const preheader = msg("{after} instead of {before}, from {on}.", { after, before, on });
    const change = msg("From {on}, {plan} costs {after} instead of {before}. Until then, nothing changes.", {
      on,
      plan,
      after,
      before,
    });
    if (newAmount < oldAmount)
      return {
        subject: msg("Your subscription gets cheaper on {on}", { on }),
        preheader,
        heading: msg("A lower price for you"),
        paragraphs: [change, msg("You don’t need to do anything.")],
        facts,
      };
    if (!needsConsent)
      return {
        subject: msg("Your subscription’s price changes on {on}", { on }),
        preheader,
        heading: msg("A new price for your subscription"),
        paragraphs: [
          change,
          msg(
            "If you don’t want the new price, cancel free of charge before that day. You keep access until the end of the term that you’ve paid for.",
          ),
        ],
        facts,
        action: changeOrCancel,
      };
    return {
      subject: msg("Please confirm the new price of your subscription"),
      preheader,
      heading: msg("A new price for your subscription"),
      paragraphs: [
        msg("From {on}, we’d like to charge {after} for {plan} instead of {before}.", {
          on,
          after,
          plan,
          before,
        }),
        endsWithoutConsent
          ? msg(
              "We need your consent. To continue, press “Accept new price” on your subscription page. If you don’t, your subscription ends on {on}, and you won’t be charged again.",
              { on },
            )
          : msg(
              "We need your consent. To agree, press “Accept new price” on your subscription page. If you don’t, your price stays as it is.",
            ),
        freeToCancel,
      ],
      facts,
      action: seeNewPrice,
    };
  },
});

/** Reminds of a new price that is charged soon, with how to cancel. */
export const priceReminderEmail = defineBillingEmail<NewPrice & { oldAmount: number; effectiveAt: Date }>({
  name: "billing.price_reminder",
  previews: {
    usual: demo,
    without_tax: { ...demo, currencyCode: "USD", isTaxIncluded: false },
    decrease: { ...demo, newAmount: 899 },
  },
  write: ({ oldAmount, effectiveAt, ...props }, texts) => {
    const plan = planText(props);
    const [before, after] = [priceText(oldAmount, props, texts), priceText(props.newAmount, props, texts)];
    const on = texts.day(effectiveAt);
    const preheader = msg("{after} instead of {before}, from {on}.", { after, before, on });
    const change = msg("From {on}, {plan} costs {after} instead of {before}. Until then, nothing changes.", {
      on,
      plan,
      after,
      before,
    });
    const facts = [
      { label: msg("Plan"), value: plan },
      { label: msg("Price today"), value: before },
      { label: msg("New price"), value: after },
      { label: msg("First charge at the new price"), value: on },
    ];
    if (props.newAmount < oldAmount)
      return {
        subject: msg("Reminder: your lower price from {on}", { on }),
        preheader,
        heading: msg("Your lower price starts soon"),
        paragraphs: [change, msg("You don’t need to do anything.")],
        facts,
      };
    return {
      subject: msg("Reminder: your new price from {on}", { on }),
      preheader,
      heading: msg("Your new price starts soon"),
      paragraphs: [change, freeToCancel],
      facts,
      action: changeOrCancel,
    };
  },
});

/** Takes a new price back that the member was told of. */
export const priceRetractedEmail = defineBillingEmail<NewPrice & { oldAmount: number; isLeaving: boolean }>({
  name: "billing.price_retracted",
  previews: {
    usual: { ...demo, isLeaving: false },
    leaving: { ...demo, isLeaving: true },
    without_tax: { ...demo, currencyCode: "USD", isTaxIncluded: false, isLeaving: false },
  },
  write: ({ oldAmount, isLeaving, ...props }, texts) => {
    const plan = planText(props);
    const [before, after] = [priceText(oldAmount, props, texts), priceText(props.newAmount, props, texts)];
    return {
      subject: msg("Your subscription’s price stays the same"),
      preheader: msg("The new price of {after} doesn’t apply.", { after }),
      heading: msg("Your price stays the same"),
      paragraphs: [
        msg("The new price of {after} doesn’t apply. {plan} still costs {before}.", {
          after,
          plan,
          before,
        }),
        isLeaving
          ? msg("You canceled your subscription. If you’d like to stay, you can resume it.")
          : msg("You don’t need to do anything."),
      ],
      facts: [
        { label: msg("Plan"), value: plan },
        { label: msg("Your price"), value: before },
      ],
      ...(isLeaving && { action: { label: msg("See your subscription"), path: paths.subscription() } }),
    };
  },
});

/** Instead of the reminder of a charge: the subscription ends with its term or pause, unless its member agrees to the new price. */
export const priceUnacceptedEmail = defineBillingEmail<NewPrice & { endsAt: Date }>({
  name: "billing.price_unaccepted",
  previews: { usual: { ...demo, endsAt: demo.effectiveAt } },
  write: ({ endsAt, ...props }, texts) => {
    const plan = planText(props);
    const price = priceText(props.newAmount, props, texts);
    const on = texts.day(endsAt);
    return {
      subject: msg("Accept your new price before {on}", { on }),
      preheader: msg("{price} for {plan}. Without your consent, you won’t be charged.", { price, plan }),
      heading: msg("Your subscription ends soon"),
      paragraphs: [
        msg("{plan} has a new price: {price}. You haven’t accepted it yet.", { plan, price }),
        msg(
          "To continue, press “Accept new price” on your subscription page before {on}. If you don’t, your subscription ends on {on}, and you won’t be charged again.",
          { on },
        ),
      ],
      facts: [
        { label: msg("Plan"), value: plan },
        { label: msg("New price"), value: price },
        { label: msg("Ends without your consent"), value: on },
      ],
      action: seeNewPrice,
    };
  },
});

/** The subscription ended, as its member didn't agree to the new price. */
export const priceEndedEmail = defineBillingEmail<NewPrice>({
  name: "billing.price_ended",
  previews: { usual: demo },
  write: (props, texts) => {
    const plan = planText(props);
    const price = priceText(props.newAmount, props, texts);
    return {
      subject: msg("Your subscription has ended"),
      preheader: msg("You didn’t accept its new price. You won’t be charged again."),
      paragraphs: [
        msg(
          "{plan} has ended, because you didn’t accept the new price of {price}. You won’t be charged again.",
          {
            plan,
            price,
          },
        ),
        msg("Your progress, badges, and saved classes are still in your account."),
        msg("Changed your mind? You can subscribe again at any time."),
      ],
      action: { label: msg("See plans"), path: paths.checkout() },
    };
  },
});
