import { formatDate } from "../../../../contract/formats/dates.ts";
import { paths } from "../../../../contract/urls.ts";
import { greet } from "../../../platform/mail/content.ts";
import { msg, sentences } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";
import { defineEmail } from "../../../platform/mail/template.ts";

/** What an invited member may watch for free, and until when. */
export interface InvitedAccess {
  readonly planName: string | Message;
  readonly until: Date;
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
        access
          ? msg("{plan} is yours until {end}. You don’t pay for it, and it ends automatically that day.", {
              plan: access.planName,
              end: formatDate(access.until, "date", reader),
            })
          : msg("It has no subscription. Look around, and choose a plan when you like."),
        ...(access
          ? [
              msg(
                "Do you still pay for {studioName} on another service? Cancel there, so you don’t pay twice.",
                { studioName },
              ),
            ]
          : []),
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
