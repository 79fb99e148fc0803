import { formatDate } from "../../../../contract/formats/dates.ts";
import { countryName } from "../../../../contract/formats/names.ts";
import type { ClientPlace as Place } from "../../../ctx.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import { defaultReader } from "../preferences/preferences.ts";

/**
 * Templates of emails about access to an account and the studio. Tokens are in the URL fragment, so that no
 * server, log or referrer sees them.
 */

const greet = (name: string) => ({ greeting: name.split(/\s+/)[0] || "there" });
/** Browser, country and time of an action, one a line. */
export const linesOf = ({ device, country }: Place, at: Date): string =>
  [device, country && countryName(country, defaultReader), formatDate(at, "zonedDateTime", defaultReader)]
    .filter(Boolean)
    .join("\n");
const ifYou = "If this was you, there’s nothing to do.";
const undoable = (token: string): Pick<EmailTemplate, "action" | "footnote"> => ({
  action: { label: "This wasn’t me", path: `/not-me#${token}` },
  footnote:
    "The link works once and expires in 7 days. It opens a page that explains what happens next. You get this email because it’s about your account’s security.",
});

/** Masks an email address: its owner recognizes it, and no one else learns it. */
const masked = (email: string) => email.replace(/^(.).*(?=@)/, "$1•••");

interface Notice {
  readonly name: string;
  readonly token: string;
  readonly place: Place;
  readonly at: Date;
}

export const passkeyAddedEmail = ({ name, token, place, at }: Notice): EmailTemplate => ({
  subject: "A passkey was added",
  preheader: "It signs in to your account without a password.",
  heading: "A passkey was added",
  ...greet(name),
  paragraphs: [
    "A passkey was added to your account. It signs in without a password.",
    linesOf(place, at),
    ifYou,
  ],
  ...undoable(token),
});

export const newDeviceEmail = ({ name, token, place, at }: Notice): EmailTemplate => ({
  subject: "New sign-in to your account",
  preheader: place.device ?? "From a browser we haven’t seen before.",
  heading: "New sign-in to your account",
  ...greet(name),
  paragraphs: [
    "Someone signed in to your account from a browser we haven’t seen before.",
    linesOf(place, at),
    ifYou,
  ],
  ...undoable(token),
});

export const emailChangeRequestedEmail = (notice: Notice & { readonly newEmail: string }): EmailTemplate => ({
  subject: "Your email is about to change",
  preheader: `The new email is ${masked(notice.newEmail)}.`,
  heading: "Your email is about to change",
  ...greet(notice.name),
  paragraphs: [
    `You asked to change your account’s email to ${masked(notice.newEmail)}. It changes once that email is confirmed.`,
    linesOf(notice.place, notice.at),
    ifYou,
  ],
  ...undoable(notice.token),
});

export const emailChangedEmail = ({ name, token, place, at }: Notice): EmailTemplate => ({
  subject: "Your email was changed",
  preheader: "We’ll use your new email from now on.",
  heading: "Your email was changed",
  ...greet(name),
  paragraphs: ["Your account has a new email. We’ll use it from now on.", linesOf(place, at), ifYou],
  ...undoable(token),
});

/**
 * Sent to the mailbox that reported it.
 * @param secured.hasEmail whether the account's email is this one
 * @param secured.lacksRecoveryCodes whether two-step verification is left without recovery codes
 */
export const securedEmail = (
  name: string,
  secured: { hasEmail: boolean; lacksRecoveryCodes: boolean },
): EmailTemplate => ({
  subject: "Your account is secured",
  preheader: "Choose a new password to sign in.",
  heading: "Your account is secured",
  ...greet(name),
  paragraphs: [
    "We signed out every device and removed your password. Choose a new one to sign in.",
    ...(secured.lacksRecoveryCodes
      ? [
          "Two-step verification is still on, but your recovery codes no longer work. Sign in with your authenticator app, then create new codes in Settings.",
        ]
      : []),
  ],
  ...(secured.hasEmail ? { action: { label: "Choose a new password", path: "/forgot" } } : {}),
  footnote: "You get this email because you told us you didn’t make a change to your account.",
});

/** Sent to the mailbox that the account no longer has. */
export const emailRestoredEmail = (name: string): EmailTemplate => ({
  subject: "Your email was changed back",
  preheader: "Your account’s earlier email was restored.",
  heading: "Your email was changed back",
  ...greet(name),
  paragraphs: [
    "Someone used a link that we sent to the account’s earlier email. That email is back, and every device was signed out.",
  ],
  footnote: "Think this is a mistake? Reply to this email and our team will take a look.",
});

/** @param given.by the admin who assigned the role; null for an operator at the server's command line */
export const newAdminEmail = (name: string, given: { admin: string; by: string | null }): EmailTemplate => ({
  subject: "The studio has a new admin",
  preheader: `${given.admin} is now an admin.`,
  heading: "The studio has a new admin",
  ...greet(name),
  paragraphs: [
    given.by === null
      ? `${given.admin} was made an admin from the server’s command line.`
      : `${given.by} made ${given.admin} an admin. They have full access to the studio pages.`,
  ],
  action: { label: "Review the team", path: "/studio/staff" },
  footnote:
    "You get this email because you’re an admin. If you didn’t expect it, remove the role right away.",
});
