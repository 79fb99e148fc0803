import { formatDate } from "../../../../contract/formats/dates.ts";
import { paths } from "../../../../contract/urls.ts";
import { greet } from "../../../platform/mail/content.ts";
import { moneyIn, msg, sentences } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import type { EmailReader } from "../../../platform/mail/template.ts";

/** What an invited member may watch, and until when. */
export interface InvitedAccess {
  readonly planName: string | Message;
  readonly until: Date;
  /** Whose plan goes on here; absent for one that was given for free. */
  readonly paid?: {
    /** What is charged when the paid term ends, in minor units; null if it ends then. */
    readonly next: { readonly amount: number; readonly currencyCode: string } | null;
  };
}

/** What the email says of the plan that an invited member has. */
function planTexts({ planName, until, paid }: InvitedAccess, reader: EmailReader): Message[] {
  const { studioName } = reader;
  const named = { plan: planName, end: formatDate(until, "date", reader) };
  if (!paid)
    return [
      msg("{plan} is yours until {end}. You don’t pay for it, and it ends automatically that day.", named),
      msg("Do you still pay for {studioName} on another service? Cancel there, so you don’t pay twice.", {
        studioName,
      }),
    ];
  if (!paid.next)
    return [msg("You canceled {plan}. You can use it until {end}, and you won’t be charged again.", named)];
  const amount = moneyIn(paid.next.currencyCode, paid.next.amount);
  return [
    msg("{plan} continues here. You pay {amount} on {end}, with the payment method you already use.", {
      ...named,
      amount,
    }),
    msg("You don’t need to do anything. The price stays the same."),
  ];
}

/** Invites a person of a studio's list to the account that was made for them. The link signs in, without a password. */
export const memberInvitationEmail = defineEmail<{
  name: string;
  key: string;
  expiresAt: Date;
  access: InvitedAccess | null;
}>({
  name: "identity.member_invitation",
  previews: {
    usual: {
      name: "Demo Ana",
      key: "demo-token-of-no-account",
      expiresAt: new Date("2026-12-06T23:30:00Z"),
      access: { planName: "Standard", until: new Date("2027-01-31T23:30:00Z") },
    },
    paying: {
      name: "Demo Ana",
      key: "demo-token-of-no-account",
      expiresAt: new Date("2026-12-06T23:30:00Z"),
      access: {
        planName: "Standard",
        until: new Date("2027-01-31T23:30:00Z"),
        paid: { next: { amount: 1900, currencyCode: "USD" } },
      },
    },
    ending: {
      name: "Demo Ana",
      key: "demo-token-of-no-account",
      expiresAt: new Date("2026-12-06T23:30:00Z"),
      access: { planName: "Standard", until: new Date("2027-01-31T23:30:00Z"), paid: { next: null } },
    },
    without: {
      name: "Demo Ana",
      key: "demo-token-of-no-account",
      expiresAt: new Date("2026-12-06T23:30:00Z"),
      access: null,
    },
  },
  write: ({ name, key, expiresAt, access }, reader) => {
    const { studioName } = reader;
    return {
      subject: msg("Your account at {studioName}", { studioName }),
      preheader: msg("Sign in with one press. You don’t need a password."),
      heading: msg("{studioName} moved here", { studioName }),
      ...greet(name),
      paragraphs: [
        msg("You’re a member of {studioName}. We made an account for this email.", { studioName }),
        ...(access
          ? planTexts(access, reader)
          : [msg("It has no subscription. Look around, and choose a plan when you like.")]),
      ],
      action: { label: msg("Sign in"), path: `${paths.signInLink()}#${key}` },
      footnote: sentences(
        msg("The link works once, until {expiresAt}. After that, you can get a new one where you sign in.", {
          expiresAt: formatDate(expiresAt, "date", reader),
        }),
        msg("Not a member? Ignore this email, and no one uses the account."),
      ),
    };
  },
});
