import { formatDate } from "../../../../contract/formats/dates.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Role } from "../../../ctx.ts";
import { greet } from "../../../platform/mail/content.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import { demoOrigin, linesOf } from "../security-notices/emails.ts";
import type { Origin } from "../security-notices/emails.ts";

/**
 * Templates of identity's emails. Tokens are in the URL fragment, so that no server, log or referrer sees
 * them.
 */

const notYou = "Not you? You can ignore this email. Nothing changes.";
const notYouSignedIn = "Not you? Choose a new password right away. That signs out every device.";
const whySecurity = "You get this email because it’s about your account’s security.";
const demo = { name: "Demo Ana", key: "demo-token-of-no-account" };

/** For an unverified address: contains no text that the requester could have written. */
export const verificationEmail = defineEmail<{ key: string; replacesOne: boolean }>({
  name: "identity.verification",
  previews: { usual: { key: demo.key, replacesOne: false }, again: { key: demo.key, replacesOne: true } },
  write: ({ key, replacesOne }, { studioName }) => ({
    subject: "Confirm your email",
    preheader: `Confirm your email for ${studioName}.`,
    heading: "Confirm your email",
    paragraphs: [
      replacesOne
        ? `This email was used again for an account at ${studioName}. The earlier link no longer works.`
        : `This email was used for an account at ${studioName}.`,
      "If that was you, confirm it where you’re signed in. Anywhere else, we’ll ask for your password.",
    ],
    action: { label: "Confirm email", path: `${paths.verify()}#${key}` },
    footnote:
      "The link works once and expires in 3 days. Not you? You can ignore this email. Without your link, this email stays unconfirmed.",
  }),
});

export const emailTakenEmail = defineEmail<{ name: string }>({
  name: "identity.email_taken",
  previews: { usual: { name: demo.name } },
  write: ({ name }) => ({
    subject: "You already have an account",
    preheader: "Sign in, or reset your password.",
    heading: "You already have an account",
    ...greet(name),
    paragraphs: [
      "Someone tried to sign up with this email, but it already has an account. If that was you, sign in instead.",
      "Danced as a guest? Sign in from the same browser and we’ll move your progress over.",
      "Forgot your password? On the same page you can get a sign-in link or choose a new password.",
    ],
    action: { label: "Sign in", path: paths.login() },
    footnote: notYou,
  }),
});

/** `name` is null while no account has verified the address. */
interface LinkProps {
  readonly name: string | null;
  readonly key: string;
}
const linkPreviews = { usual: demo, unverified: { ...demo, name: null } };

export const passwordResetEmail = defineEmail<LinkProps>({
  name: "identity.password_reset",
  previews: linkPreviews,
  write: ({ name, key }) => ({
    subject: "Choose a new password",
    preheader: "Your link expires in 1 hour.",
    heading: "Choose a new password",
    ...greet(name),
    paragraphs: [
      "We got a request to reset the password for this email. Choosing a new one signs you out on every device.",
    ],
    action: { label: "Choose a new password", path: `${paths.reset()}#${key}` },
    footnote: `The link works once and expires in 1 hour. Don’t share it. ${notYou}`,
  }),
});

export const noAccountEmail = defineEmail<Record<never, never>>({
  name: "identity.no_account",
  previews: { usual: {} },
  write: () => ({
    subject: "No account for this email",
    preheader: "Did you sign up with another email?",
    heading: "No account for this email",
    paragraphs: [
      "We got a request to sign in with this email, but no account uses it. Try another email, or sign up.",
    ],
    action: { label: "Sign up", path: paths.register() },
    footnote: notYou,
  }),
});

export const signInLinkEmail = defineEmail<LinkProps>({
  name: "identity.sign_in_link",
  previews: linkPreviews,
  write: ({ name, key }) => ({
    subject: "Your sign-in link",
    preheader: "It expires in 15 minutes.",
    heading: "Your sign-in link",
    ...greet(name),
    paragraphs: ["Open this link on the device where you want to sign in."],
    action: { label: "Sign in", path: `${paths.signInLink()}#${key}` },
    footnote: `The link works once and expires in 15 minutes. Don’t share it. We’ll never ask you for it. ${notYou}`,
  }),
});

/** A change of how someone signs in. */
export type CredentialChange =
  | { readonly change: keyof typeof credentialTitles }
  | { readonly change: "provider_added" | "provider_removed"; readonly provider: string };

const credentialTitles = {
  password: "Your password was changed",
  passkey_added: "A passkey was added",
  passkey_removed: "A passkey was removed",
  two_step_on: "Two-step verification is on",
  two_step_off: "Two-step verification is off",
  recovery_codes: "Your recovery codes were replaced",
} as const;

function credentialTitle(changed: CredentialChange): string {
  if (changed.change === "provider_added") return `${changed.provider} sign-in was added`;
  if (changed.change === "provider_removed") return `${changed.provider} sign-in was removed`;
  return credentialTitles[changed.change];
}

/** Notifies a person that a credential changed, in case it was not them. */
export const credentialChangedEmail = defineEmail<{ name: string } & Origin & CredentialChange>({
  name: "identity.credential_changed",
  previews: {
    usual: { ...demoOrigin, name: demo.name, change: "password" },
    provider: { ...demoOrigin, name: demo.name, change: "provider_added", provider: "Google" },
  },
  write: ({ name, place, at, ...changed }, reader) => ({
    subject: credentialTitle(changed),
    preheader: "If this was you, there’s nothing to do.",
    heading: credentialTitle(changed),
    ...greet(name),
    paragraphs: [linesOf({ place, at }, reader), "If this was you, there’s nothing to do."],
    action: { label: "Review security settings", path: `${paths.settings()}#security` },
    footnote: `${notYouSignedIn} ${whySecurity}`,
  }),
});

const mistake = "Think this is a mistake? Reply to this email and our team will take a look.";

export const exportReadyEmail = defineEmail<{ name: string }>({
  name: "identity.export_ready",
  previews: { usual: { name: demo.name } },
  write: ({ name }, { studioName }) => ({
    subject: "Your data export is ready",
    preheader: "Download it within 7 days.",
    heading: "Your data export is ready",
    ...greet(name),
    paragraphs: [
      `Your export is one file with everything ${studioName} stores about you. Sign in and download it from your settings within 7 days.`,
    ],
    action: { label: "Download export", path: `${paths.settings()}#privacy` },
    footnote: `${notYouSignedIn} ${whySecurity}`,
  }),
});

export const deletionScheduledEmail = defineEmail<{ name: string; dueAt: Date } & Origin>({
  name: "identity.deletion_scheduled",
  previews: { usual: { ...demoOrigin, name: demo.name, dueAt: new Date("2026-12-06T23:30:00Z") } },
  write: ({ name, dueAt, ...origin }, reader) => {
    const day = formatDate(dueAt, "date", reader);
    return {
      subject: "Your account will be deleted in 14 days",
      preheader: `You can cancel until ${day}.`,
      heading: `Your account will be deleted on ${day}`,
      ...greet(name),
      paragraphs: [
        "You asked us to delete your account. You can cancel until then, and nothing changes before that day.",
        "After that, your progress, badges, posts, and family profiles are permanently deleted. We keep invoices as long as the law requires.",
        linesOf(origin, reader),
      ],
      action: { label: "Cancel deletion", path: `${paths.settings()}#privacy` },
      footnote: "Not you? Sign in, cancel the deletion, and choose a new password right away.",
    };
  },
});

export const suspendedEmail = defineEmail<{ name: string; reason: string; until: Date | null }>({
  name: "identity.suspended",
  previews: {
    usual: {
      name: demo.name,
      reason: "Demo: insults in comments, after two warnings.",
      until: new Date("2026-12-06T23:30:00Z"),
    },
    forever: { name: demo.name, reason: "Demo: threats.", until: null },
  },
  write: ({ name, reason, until }, reader) => ({
    subject: "Your account is suspended",
    preheader: "The reason, and what you can do.",
    heading: until
      ? `Your account is suspended until ${formatDate(until, "date", reader)}`
      : "Your account is suspended",
    ...greet(name),
    quote: `Reason: ${reason}`,
    paragraphs: [
      `We suspended your account at ${reader.studioName} and signed you out everywhere.`,
      "Your progress is saved. To cancel your subscription, reply to this email.",
    ],
    footnote: mistake,
  }),
});

/** What each role can do; without a role, staff pages are hidden. */
const works: Record<Exclude<Role, "member">, { readonly title: string; readonly what: string }> = {
  moderator: {
    title: "You’re now a moderator",
    what: "You can review reports and new members’ uploads.",
  },
  editor: {
    title: "You’re now an editor",
    what: "You can edit classes and the questions for new members.",
  },
  admin: {
    title: "You’re now an admin",
    what: "You have full admin access, including team roles.",
  },
};

/** `secondStepDueAt`: until when the role works without a second factor; null if the account has one. */
export const roleChangedEmail = defineEmail<{ name: string; role: Role; secondStepDueAt: Date | null }>({
  name: "identity.role_changed",
  previews: {
    usual: { name: demo.name, role: "admin", secondStepDueAt: new Date("2026-11-29T23:30:00Z") },
    moderator: { name: demo.name, role: "moderator", secondStepDueAt: null },
    removed: { name: demo.name, role: "member", secondStepDueAt: null },
  },
  write: ({ name, role, secondStepDueAt }, reader) => {
    if (role === "member")
      return {
        subject: "Your staff role was removed",
        preheader: "Your account and progress aren’t affected.",
        heading: "Your staff role was removed",
        ...greet(name),
        paragraphs: [
          "An admin removed your role, so you can’t open the studio pages anymore. Your account and progress aren’t affected.",
        ],
        footnote: mistake,
      };
    const { title, what } = works[role];
    return {
      subject: title,
      preheader: what,
      heading: title,
      ...greet(name),
      paragraphs: [
        `${what} It may take a minute to appear on your devices.`,
        ...(secondStepDueAt
          ? [
              `Set up two-step verification or a passkey by ${formatDate(secondStepDueAt, "date", reader)}. After that, you can’t open the studio pages without it.`,
            ]
          : []),
      ],
      action: { label: "Open the studio", path: paths.studio() },
      footnote: "Not expecting this? Reply to this email.",
    };
  },
});

export const deletionCanceledEmail = defineEmail<{ name: string } & Origin>({
  name: "identity.deletion_canceled",
  previews: { usual: { ...demoOrigin, name: demo.name } },
  write: ({ name, ...origin }, reader) => ({
    subject: "Your account won’t be deleted",
    preheader: "Nothing was deleted.",
    heading: "Your account won’t be deleted",
    ...greet(name),
    paragraphs: ["You canceled the deletion. Everything is where you left it.", linesOf(origin, reader)],
    action: { label: `Open ${reader.studioName}`.slice(0, 60), path: paths.dashboard() },
  }),
});

export const accountDeletedEmail = defineEmail<{ name: string }>({
  name: "identity.account_deleted",
  previews: { usual: { name: demo.name } },
  write: ({ name }) => ({
    subject: "Your account has been deleted",
    preheader: "This is our last email to you.",
    heading: "Your account has been deleted",
    ...greet(name),
    paragraphs: [
      "We’ve deleted your account and everything in it. We keep invoices as long as the law requires. This is our last email to you.",
    ],
  }),
});
