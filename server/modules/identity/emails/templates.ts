import { formatDate } from "../../../../contract/formats/dates.ts";
import { paths } from "../../../../contract/urls.ts";
import type { Role } from "../../../ctx.ts";
import { greet } from "../../../platform/mail/content.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import { demoOrigin, linesOf } from "../security-notices/emails.ts";
import type { Origin } from "../security-notices/emails.ts";
import { msg, sentences } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";

/**
 * Templates of identity's emails. Tokens are in the URL fragment, so that no server, log or referrer sees
 * them.
 */

const notYou = msg("Not you? You can ignore this email. Nothing changes.");
const notYouSignedIn = msg("Not you? Choose a new password right away. That signs out every device.");
const whySecurity = msg("You get this email because it’s about your account’s security.");
const demo = { name: "Demo Ana", key: "demo-token-of-no-account" };

/** For an unverified address: contains no text that the requester could have written. */
export const verificationEmail = defineEmail<{ key: string; replacesOne: boolean }>({
  name: "identity.verification",
  previews: { usual: { key: demo.key, replacesOne: false }, again: { key: demo.key, replacesOne: true } },
  write: ({ key, replacesOne }, { studioName }) => ({
    subject: msg("Confirm your email"),
    preheader: msg("Confirm your email for {studioName}.", { studioName }),
    heading: msg("Confirm your email"),
    paragraphs: [
      replacesOne
        ? msg("This email was used again for an account at {studioName}. The earlier link no longer works.", {
            studioName,
          })
        : msg("This email was used for an account at {studioName}.", { studioName }),
      msg("If that was you, confirm it where you’re signed in. Anywhere else, we’ll ask for your password."),
    ],
    action: { label: msg("Confirm email"), path: `${paths.verify()}#${key}` },
    footnote: msg(
      "The link works once and expires in 3 days. Not you? Ignore this email, and the address stays unconfirmed.",
    ),
  }),
});

export const emailTakenEmail = defineEmail<{ name: string }>({
  name: "identity.email_taken",
  previews: { usual: { name: demo.name } },
  write: ({ name }) => ({
    subject: msg("You already have an account"),
    preheader: msg("Sign in, or reset your password."),
    heading: msg("You already have an account"),
    ...greet(name),
    paragraphs: [
      msg(
        "Someone tried to sign up with this email, but it already has an account. If that was you, sign in instead.",
      ),
      msg("Danced as a guest? Sign in from the same browser and we’ll move your progress over."),
      msg("Forgot your password? On the same page you can get a sign-in link or choose a new password."),
    ],
    action: { label: msg("Sign in"), path: paths.login() },
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
    subject: msg("Choose a new password"),
    preheader: msg("Your link expires in 1 hour."),
    heading: msg("Choose a new password"),
    ...greet(name),
    paragraphs: [
      msg(
        "We got a request to reset the password for this email. Choosing a new one signs you out on every device.",
      ),
    ],
    action: { label: msg("Choose a new password"), path: `${paths.reset()}#${key}` },
    footnote: sentences(msg("The link works once and expires in 1 hour. Don’t share it."), notYou),
  }),
});

export const noAccountEmail = defineEmail<Record<never, never>>({
  name: "identity.no_account",
  previews: { usual: {} },
  write: () => ({
    subject: msg("No account for this email"),
    preheader: msg("Did you sign up with another email?"),
    heading: msg("No account for this email"),
    paragraphs: [
      msg(
        "We got a request to sign in with this email, but no account uses it. Try another email, or sign up.",
      ),
    ],
    action: { label: msg("Sign up"), path: paths.register() },
    footnote: notYou,
  }),
});

export const signInLinkEmail = defineEmail<LinkProps>({
  name: "identity.sign_in_link",
  previews: linkPreviews,
  write: ({ name, key }) => ({
    subject: msg("Your sign-in link"),
    preheader: msg("It expires in 15 minutes."),
    heading: msg("Your sign-in link"),
    ...greet(name),
    paragraphs: [msg("Open this link on the device where you want to sign in.")],
    action: { label: msg("Sign in"), path: `${paths.signInLink()}#${key}` },
    footnote: sentences(
      msg("The link works once and expires in 15 minutes. Don’t share it. We’ll never ask you for it."),
      notYou,
    ),
  }),
});

/** A change of how someone signs in. */
export type CredentialChange =
  | { readonly change: keyof typeof credentialTitles }
  | { readonly change: "provider_added" | "provider_removed"; readonly provider: string };

const credentialTitles = {
  password: msg("Your password was changed"),
  passkey_added: msg("A passkey was added"),
  passkey_removed: msg("A passkey was removed"),
  two_step_on: msg("Two-step verification is on"),
  two_step_off: msg("Two-step verification is off"),
  recovery_codes: msg("Your recovery codes were replaced"),
} as const;

function credentialTitle(changed: CredentialChange): Message {
  if (changed.change === "provider_added")
    return msg("{provider} sign-in was added", { provider: changed.provider });
  if (changed.change === "provider_removed")
    return msg("{provider} sign-in was removed", { provider: changed.provider });
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
    preheader: msg("If this was you, there’s nothing to do."),
    heading: credentialTitle(changed),
    ...greet(name),
    paragraphs: [linesOf({ place, at }, reader), msg("If this was you, there’s nothing to do.")],
    action: { label: msg("Review security settings"), path: `${paths.settings()}#security` },
    footnote: sentences(notYouSignedIn, whySecurity),
  }),
});

const mistake = msg("Think this is a mistake? Reply to this email and our team will take a look.");

export const exportReadyEmail = defineEmail<{ name: string }>({
  name: "identity.export_ready",
  previews: { usual: { name: demo.name } },
  write: ({ name }, { studioName }) => ({
    subject: msg("Your data export is ready"),
    preheader: msg("Download it within 7 days."),
    heading: msg("Your data export is ready"),
    ...greet(name),
    paragraphs: [
      msg(
        "Your export is one file with everything {studioName} stores about you. Sign in and download it from your settings within 7 days.",
        { studioName },
      ),
    ],
    action: { label: msg("Download export"), path: `${paths.settings()}#privacy` },
    footnote: sentences(notYouSignedIn, whySecurity),
  }),
});

export const deletionScheduledEmail = defineEmail<{ name: string; dueAt: Date } & Origin>({
  name: "identity.deletion_scheduled",
  previews: { usual: { ...demoOrigin, name: demo.name, dueAt: new Date("2026-12-06T23:30:00Z") } },
  write: ({ name, dueAt, ...origin }, reader) => {
    const day = formatDate(dueAt, "date", reader);
    return {
      subject: msg("Your account will be deleted in 14 days"),
      preheader: msg("You can cancel until {day}.", { day }),
      heading: msg("Your account will be deleted on {day}", { day }),
      ...greet(name),
      paragraphs: [
        msg(
          "You asked us to delete your account. You can cancel until then, and nothing changes before that day.",
        ),
        msg(
          "After that, your progress, badges, posts, and family profiles are permanently deleted. We keep invoices as long as the law requires.",
        ),
        linesOf(origin, reader),
      ],
      action: { label: msg("Cancel deletion"), path: `${paths.settings()}#privacy` },
      footnote: msg("Not you? Sign in, cancel the deletion, and choose a new password right away."),
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
    subject: msg("Your account is suspended"),
    preheader: msg("The reason, and what you can do."),
    heading: until
      ? msg("Your account is suspended until {until}", { until: formatDate(until, "date", reader) })
      : msg("Your account is suspended"),
    ...greet(name),
    quote: msg("Reason: {reason}", { reason }),
    paragraphs: [
      msg("We suspended your account at {studioName} and signed you out everywhere.", {
        studioName: reader.studioName,
      }),
      msg("Your progress is saved. To cancel your subscription, reply to this email."),
    ],
    footnote: mistake,
  }),
});

/** What each role can do; without a role, staff pages are hidden. */
export const staffRoleTexts: Record<
  Exclude<Role, "member">,
  { readonly title: Message; readonly what: Message }
> = {
  moderator: {
    title: msg("You’re now a moderator"),
    what: msg("You can review reports and new members’ uploads."),
  },
  teacher: {
    title: msg("You’re now an instructor"),
    what: msg("You can draft classes for your instructor page and see their figures."),
  },
  support: {
    title: msg("You’re now in support"),
    what: msg("You can look after members: their plans, refunds and accounts."),
  },
  finance: {
    title: msg("You’re now in finance"),
    what: msg("You can see revenue, set prices and make refunds."),
  },
  editor: {
    title: msg("You’re now an editor"),
    what: msg("You can edit classes and the questions for new members."),
  },
  admin: {
    title: msg("You’re now an admin"),
    what: msg("You have full admin access, including team roles."),
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
        subject: msg("Your staff role was removed"),
        preheader: msg("Your account and progress aren’t affected."),
        heading: msg("Your staff role was removed"),
        ...greet(name),
        paragraphs: [
          msg(
            "An admin removed your role, so you can’t open the studio pages anymore. Your account and progress aren’t affected.",
          ),
        ],
        footnote: mistake,
      };
    const { title, what } = staffRoleTexts[role];
    return {
      subject: title,
      preheader: what,
      heading: title,
      ...greet(name),
      paragraphs: [
        sentences(what, msg("It may take a minute to appear on your devices.")),
        ...(secondStepDueAt
          ? [
              msg(
                "Set up two-step verification or a passkey by {secondStepDueAt}. After that, you can’t open the studio pages without it.",
                { secondStepDueAt: formatDate(secondStepDueAt, "date", reader) },
              ),
            ]
          : []),
      ],
      action: { label: msg("Open the studio"), path: paths.studio() },
      footnote: msg("Not expecting this? Reply to this email."),
    };
  },
});

export const deletionCanceledEmail = defineEmail<{ name: string } & Origin>({
  name: "identity.deletion_canceled",
  previews: { usual: { ...demoOrigin, name: demo.name } },
  write: ({ name, ...origin }, reader) => ({
    subject: msg("Your account won’t be deleted"),
    preheader: msg("Nothing was deleted."),
    heading: msg("Your account won’t be deleted"),
    ...greet(name),
    paragraphs: [msg("You canceled the deletion. Everything is where you left it."), linesOf(origin, reader)],
    action: {
      label: msg("Open {studioName}", { studioName: reader.studioName.slice(0, 50) }),
      path: paths.dashboard(),
    },
  }),
});

export const accountDeletedEmail = defineEmail<{ name: string }>({
  name: "identity.account_deleted",
  previews: { usual: { name: demo.name } },
  write: ({ name }) => ({
    subject: msg("Your account has been deleted"),
    preheader: msg("This is our last email to you."),
    heading: msg("Your account has been deleted"),
    ...greet(name),
    paragraphs: [
      msg(
        "We’ve deleted your account and everything in it. We keep invoices as long as the law requires. This is our last email to you.",
      ),
    ],
  }),
});
