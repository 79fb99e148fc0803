import type { FormatContext } from "../../../../contract/formats/context.ts";
import { formatDate } from "../../../../contract/formats/dates.ts";
import { countryName } from "../../../../contract/formats/names.ts";
import { paths } from "../../../../contract/urls.ts";
import type { ClientPlace } from "../../../ctx.ts";
import { greet } from "../../../platform/mail/content.ts";
import type { EmailContent } from "../../../platform/mail/content.ts";
import { defineEmail } from "../../../platform/mail/template.ts";

/**
 * Templates of emails about access to an account and the studio. Tokens are in the URL fragment, so that no
 * server, log or referrer sees them.
 */

/** Where and when the action of a notice happened. */
export interface Origin {
  readonly place: ClientPlace;
  readonly at: Date;
}

/** Browser, country and time of an action, one a line. */
export const linesOf = ({ place: { device, country }, at }: Origin, reader: FormatContext): string =>
  [device, country && countryName(country, reader), formatDate(at, "zonedDateTime", reader)]
    .filter(Boolean)
    .join("\n");
const ifYou = "If this was you, there’s nothing to do.";
const undoable = (token: string): Pick<EmailContent, "action" | "footnote"> => ({
  action: { label: "This wasn’t me", path: `${paths.notMe()}#${token}` },
  footnote:
    "The link works once and expires in 7 days. It opens a page that explains what happens next. You get this email because it’s about your account’s security.",
});

/** Masks an email address: its owner recognizes it, and no one else learns it. */
const masked = (email: string) => email.replace(/^(.).*(?=@)/, "$1•••");

interface Notice extends Origin {
  readonly name: string;
  readonly token: string;
}
/** An action of a demo person. */
export const demoOrigin: Origin = {
  place: { device: "Chrome, Mac", country: "CH" },
  at: new Date("2026-11-22T23:30:00Z"),
};
const demo: Notice = { ...demoOrigin, name: "Demo Ana", token: "demo-token-of-no-account" };

export const passkeyAddedEmail = defineEmail<Notice>({
  name: "identity.passkey_added",
  previews: { usual: demo, unknown_place: { ...demo, place: { device: null, country: null } } },
  write: ({ name, token, place, at }, reader) => ({
    subject: "A passkey was added",
    preheader: "It signs in to your account without a password.",
    heading: "A passkey was added",
    ...greet(name),
    paragraphs: [
      "A passkey was added to your account. It signs in without a password.",
      linesOf({ place, at }, reader),
      ifYou,
    ],
    ...undoable(token),
  }),
});

export const newDeviceEmail = defineEmail<Notice>({
  name: "identity.new_device",
  previews: { usual: demo },
  write: ({ name, token, place, at }, reader) => ({
    subject: "New sign-in to your account",
    preheader: place.device ?? "From a browser we haven’t seen before.",
    heading: "New sign-in to your account",
    ...greet(name),
    paragraphs: [
      "Someone signed in to your account from a browser we haven’t seen before.",
      linesOf({ place, at }, reader),
      ifYou,
    ],
    ...undoable(token),
  }),
});

export const emailChangeRequestedEmail = defineEmail<Notice & { newEmail: string }>({
  name: "identity.email_change_requested",
  previews: { usual: { ...demo, newEmail: "demo.ana@example.test" } },
  write: ({ name, token, place, at, newEmail }, reader) => ({
    subject: "Your email is about to change",
    preheader: `The new email is ${masked(newEmail)}.`,
    heading: "Your email is about to change",
    ...greet(name),
    paragraphs: [
      `You asked to change your account’s email to ${masked(newEmail)}. It changes once that email is confirmed.`,
      linesOf({ place, at }, reader),
      ifYou,
    ],
    ...undoable(token),
  }),
});

export const emailChangedEmail = defineEmail<Notice>({
  name: "identity.email_changed",
  previews: { usual: demo },
  write: ({ name, token, ...origin }, reader) => ({
    subject: "Your email was changed",
    preheader: "We’ll use your new email from now on.",
    heading: "Your email was changed",
    ...greet(name),
    paragraphs: ["Your account has a new email. We’ll use it from now on.", linesOf(origin, reader), ifYou],
    ...undoable(token),
  }),
});

/**
 * Sent to the mailbox that reported it. `hasEmail`: whether the account's email is this one; `lacksRecoveryCodes`: whether
 * two-step verification is left without recovery codes.
 */
export const securedEmail = defineEmail<{ name: string; hasEmail: boolean; lacksRecoveryCodes: boolean }>({
  name: "identity.secured",
  previews: {
    usual: { name: demo.name, hasEmail: true, lacksRecoveryCodes: false },
    lost: { name: demo.name, hasEmail: false, lacksRecoveryCodes: true },
  },
  write: ({ name, hasEmail, lacksRecoveryCodes }) => ({
    subject: "Your account is secured",
    preheader: "Choose a new password to sign in.",
    heading: "Your account is secured",
    ...greet(name),
    paragraphs: [
      "We signed out every device and removed your password. Choose a new one to sign in.",
      ...(lacksRecoveryCodes
        ? [
            "Two-step verification is still on, but your recovery codes no longer work. Sign in with your authenticator app, then create new codes in Settings.",
          ]
        : []),
    ],
    ...(hasEmail ? { action: { label: "Choose a new password", path: paths.forgot() } } : {}),
    footnote: "You get this email because you told us you didn’t make a change to your account.",
  }),
});

/** Sent to the mailbox that the account no longer has. */
export const emailRestoredEmail = defineEmail<{ name: string }>({
  name: "identity.email_restored",
  previews: { usual: { name: demo.name } },
  write: ({ name }) => ({
    subject: "Your email was changed back",
    preheader: "Your account’s earlier email was restored.",
    heading: "Your email was changed back",
    ...greet(name),
    paragraphs: [
      "Someone used a link that we sent to the account’s earlier email. That email is back, and every device was signed out.",
    ],
    footnote: "Think this is a mistake? Reply to this email and our team will take a look.",
  }),
});

/** `by`: the admin who assigned the role; null for an operator at the server's command line. */
export const newAdminEmail = defineEmail<{ name: string; admin: string; by: string | null }>({
  name: "identity.new_admin",
  isOfOthers: true,
  previews: {
    usual: { name: demo.name, admin: "Demo Ben", by: "Demo Cleo" },
    operator: { name: demo.name, admin: "Demo Ben", by: null },
  },
  write: ({ name, admin, by }) => ({
    subject: "The studio has a new admin",
    preheader: `${admin} is now an admin.`,
    heading: "The studio has a new admin",
    ...greet(name),
    paragraphs: [
      by === null
        ? `${admin} was made an admin from the server’s command line.`
        : `${by} made ${admin} an admin. They have full access to the studio pages.`,
    ],
    action: { label: "Review the team", path: paths.staff() },
    footnote:
      "You get this email because you’re an admin. If you didn’t expect it, remove the role right away.",
  }),
});
