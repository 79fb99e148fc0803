import { formatDate } from "../../../../contract/formats/dates.ts";
import type { ClientPlace, Role } from "../../../ctx.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";
import { defaultReader } from "../preferences/preferences.ts";
import { linesOf } from "../security-notices/emails.ts";

/**
 * Templates of identity's emails. Tokens are in the URL fragment, so that no server, log or referrer sees
 * them.
 */

/** The name in an email's greeting; a neutral one if there is no name. */
const greet = (name: string | null) => ({ greeting: name?.split(/\s+/)[0] || "there" });
const notYou = "Not you? You can ignore this email. Nothing changes.";
const notYouSignedIn = "Not you? Choose a new password right away. That signs out every device.";
const whySecurity = "You get this email because it’s about your account’s security.";

/** For an unverified address: contains no text that the requester could have written. */
export const verificationEmail = (key: string, replacesOne: boolean): EmailTemplate => ({
  subject: "Confirm your email",
  preheader: "Confirm your email for Eightcount.",
  heading: "Confirm your email",
  paragraphs: [
    replacesOne
      ? "This email was used again for an Eightcount account. The earlier link no longer works."
      : "This email was used for an Eightcount account.",
    "If that was you, confirm it where you’re signed in. Anywhere else, we’ll ask for your password.",
  ],
  action: { label: "Confirm email", path: `/verify#${key}` },
  footnote:
    "The link works once and expires in 3 days. Not you? You can ignore this email. Without your link, this email stays unconfirmed.",
});

export const emailTakenEmail = (name: string): EmailTemplate => ({
  subject: "You already have an account",
  preheader: "Sign in, or reset your password.",
  heading: "You already have an account",
  ...greet(name),
  paragraphs: [
    "Someone tried to sign up with this email, but it already has an account. If that was you, sign in instead.",
    "Danced as a guest? Sign in from the same browser and we’ll move your progress over.",
    "Forgot your password? On the same page you can get a sign-in link or choose a new password.",
  ],
  action: { label: "Sign in", path: "/login" },
  footnote: notYou,
});

/** @param name null while no account has verified the address */
export const passwordResetEmail = (name: string | null, key: string): EmailTemplate => ({
  subject: "Choose a new password",
  preheader: "Your link expires in 1 hour.",
  heading: "Choose a new password",
  ...greet(name),
  paragraphs: [
    "We got a request to reset the password for this email. Choosing a new one signs you out on every device.",
  ],
  action: { label: "Choose a new password", path: `/reset#${key}` },
  footnote: `The link works once and expires in 1 hour. Don’t share it. ${notYou}`,
});

export const noAccountEmail = (): EmailTemplate => ({
  subject: "No account for this email",
  preheader: "Did you sign up with another email?",
  heading: "No account for this email",
  paragraphs: [
    "We got a request to sign in with this email, but no account uses it. Try another email, or sign up.",
  ],
  action: { label: "Sign up", path: "/register" },
  footnote: notYou,
});

/** @param name null while no account has verified the address */
export const signInLinkEmail = (name: string | null, key: string): EmailTemplate => ({
  subject: "Your sign-in link",
  preheader: "It expires in 15 minutes.",
  heading: "Your sign-in link",
  ...greet(name),
  paragraphs: ["Open this link on the device where you want to sign in."],
  action: { label: "Sign in", path: `/sign-in#${key}` },
  footnote: `The link works once and expires in 15 minutes. Don’t share it. We’ll never ask you for it. ${notYou}`,
});

/** Where and when the action of a notice happened. */
interface Origin {
  readonly place: ClientPlace;
  readonly at: Date;
}

/** Notifies a person that a credential changed, in case it was not them. */
export const somethingChangedEmail = (name: string, what: string, { place, at }: Origin): EmailTemplate => ({
  subject: what,
  preheader: "If this was you, there’s nothing to do.",
  heading: what,
  ...greet(name),
  paragraphs: [linesOf(place, at), "If this was you, there’s nothing to do."],
  action: { label: "Review security settings", path: "/account/settings#security" },
  footnote: `${notYouSignedIn} ${whySecurity}`,
});

const mistake = "Think this is a mistake? Reply to this email and our team will take a look.";

const dayOf = (moment: Date) => formatDate(moment, "date", defaultReader);

export const exportReadyEmail = (name: string): EmailTemplate => ({
  subject: "Your data export is ready",
  preheader: "Download it within 7 days.",
  heading: "Your data export is ready",
  ...greet(name),
  paragraphs: [
    "Your export is one file with everything Eightcount stores about you. Sign in and download it from your settings within 7 days.",
  ],
  action: { label: "Download export", path: "/account/settings#privacy" },
  footnote: `${notYouSignedIn} ${whySecurity}`,
});

export const deletionScheduledEmail = (
  name: string,
  { dueAt, place, at }: Origin & { readonly dueAt: Date },
): EmailTemplate => ({
  subject: "Your account will be deleted in 14 days",
  preheader: `You can cancel until ${dayOf(dueAt)}.`,
  heading: `Your account will be deleted on ${dayOf(dueAt)}`,
  ...greet(name),
  paragraphs: [
    "You asked us to delete your account. You can cancel until then, and nothing changes before that day.",
    "After that, your progress, badges, posts, and family profiles are permanently deleted. We keep invoices as long as the law requires.",
    linesOf(place, at),
  ],
  action: { label: "Cancel deletion", path: "/account/settings#privacy" },
  footnote: "Not you? Sign in, cancel the deletion, and choose a new password right away.",
});

export const suspendedEmail = (name: string, reason: string, until: Date | null): EmailTemplate => ({
  subject: "Your account is suspended",
  preheader: "The reason, and what you can do.",
  heading: until ? `Your account is suspended until ${dayOf(until)}` : "Your account is suspended",
  ...greet(name),
  quote: `Reason: ${reason}`,
  paragraphs: [
    "We suspended your Eightcount account and signed you out everywhere.",
    "Your progress is saved. To cancel your subscription, reply to this email.",
  ],
  footnote: mistake,
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

/** @param secondStepDueAt until when the role works without a second factor; null if the account has one */
export function roleChangedEmail(name: string, role: Role, secondStepDueAt: Date | null): EmailTemplate {
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
            `Set up two-step verification or a passkey by ${dayOf(secondStepDueAt)}. After that, you can’t open the studio pages without it.`,
          ]
        : []),
    ],
    action: { label: "Open the studio", path: "/studio" },
    footnote: "Not expecting this? Reply to this email.",
  };
}

export const deletionCanceledEmail = (name: string, { place, at }: Origin): EmailTemplate => ({
  subject: "Your account won’t be deleted",
  preheader: "Nothing was deleted.",
  heading: "Your account won’t be deleted",
  ...greet(name),
  paragraphs: ["You canceled the deletion. Everything is where you left it.", linesOf(place, at)],
  action: { label: "Open Eightcount", path: "/dashboard" },
});

export const accountDeletedEmail = (name: string): EmailTemplate => ({
  subject: "Your account has been deleted",
  preheader: "This is our last email to you.",
  heading: "Your account has been deleted",
  ...greet(name),
  paragraphs: [
    "We’ve deleted your account and everything in it. We keep invoices as long as the law requires. This is our last email to you.",
  ],
});
