import type { FormatContext } from "../../../../contract/formats/context.ts";
import { formatDate } from "../../../../contract/formats/dates.ts";
import { countryName } from "../../../../contract/formats/names.ts";
import { paths } from "../../../../contract/urls.ts";
import type { ClientPlace } from "../../../ctx.ts";
import { greet } from "../../../platform/mail/content.ts";
import type { EmailTexts } from "../../../platform/mail/content.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import { msg, sentences, verbatim } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";

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
export const linesOf = ({ place: { device, country }, at }: Origin, reader: FormatContext): Message =>
  verbatim(
    [device, country && countryName(country, reader), formatDate(at, "zonedDateTime", reader)]
      .filter(Boolean)
      .join("\n"),
  );
const ifYou = msg("If this was you, there’s nothing to do.");
const undoable = (token: string): Pick<EmailTexts, "action" | "footnote"> => ({
  action: { label: msg("This wasn’t me"), path: `${paths.notMe()}#${token}` },
  footnote: sentences(
    msg("The link works once and expires in 7 days. It opens a page that explains what happens next."),
    msg("You get this email because it’s about your account’s security."),
  ),
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
    subject: msg("A passkey was added"),
    preheader: msg("It signs in to your account without a password."),
    heading: msg("A passkey was added"),
    ...greet(name),
    paragraphs: [
      msg("A passkey was added to your account. It signs in without a password."),
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
    subject: msg("New sign-in to your account"),
    preheader: place.device ? verbatim(place.device) : msg("From a browser we haven’t seen before."),
    heading: msg("New sign-in to your account"),
    ...greet(name),
    paragraphs: [
      msg("Someone signed in to your account from a browser we haven’t seen before."),
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
    subject: msg("Your email is about to change"),
    preheader: msg("The new email is {newEmail}.", { newEmail: masked(newEmail) }),
    heading: msg("Your email is about to change"),
    ...greet(name),
    paragraphs: [
      msg(
        "You asked to change your account’s email to {newEmail}. It changes once that email is confirmed.",
        { newEmail: masked(newEmail) },
      ),
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
    subject: msg("Your email was changed"),
    preheader: msg("We’ll use your new email from now on."),
    heading: msg("Your email was changed"),
    ...greet(name),
    paragraphs: [
      msg("Your account has a new email. We’ll use it from now on."),
      linesOf(origin, reader),
      ifYou,
    ],
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
    subject: msg("Your account is secured"),
    preheader: msg("Choose a new password to sign in."),
    heading: msg("Your account is secured"),
    ...greet(name),
    paragraphs: [
      msg("We signed out every device and removed your password. Choose a new one to sign in."),
      ...(lacksRecoveryCodes
        ? [
            msg(
              "Two-step verification is still on, but your recovery codes no longer work. Sign in with your authenticator app, then create new codes in Settings.",
            ),
          ]
        : []),
    ],
    ...(hasEmail ? { action: { label: msg("Choose a new password"), path: paths.forgot() } } : {}),
    footnote: msg("You get this email because you told us you didn’t make a change to your account."),
  }),
});

/** Sent to the mailbox that the account no longer has. */
export const emailRestoredEmail = defineEmail<{ name: string }>({
  name: "identity.email_restored",
  previews: { usual: { name: demo.name } },
  write: ({ name }) => ({
    subject: msg("Your email was changed back"),
    preheader: msg("Your account’s earlier email was restored."),
    heading: msg("Your email was changed back"),
    ...greet(name),
    paragraphs: [
      msg(
        "Someone used a link that we sent to the account’s earlier email. That email is back, and every device was signed out.",
      ),
    ],
    footnote: msg("Think this is a mistake? Reply to this email and our team will take a look."),
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
    subject: msg("The studio has a new admin"),
    preheader: msg("{admin} is now an admin.", { admin }),
    heading: msg("The studio has a new admin"),
    ...greet(name),
    paragraphs: [
      by === null
        ? msg("{admin} was made an admin from the server’s command line.", { admin })
        : msg("{by} made {admin} an admin. They have full access to the studio pages.", { by, admin }),
    ],
    action: { label: msg("Review the team"), path: paths.staff() },
    footnote: msg(
      "You get this email because you’re an admin. If you didn’t expect it, remove the role right away.",
    ),
  }),
});
