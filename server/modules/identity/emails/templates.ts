import type { Role } from "../../../ctx.ts";
import type { EmailTemplate } from "../../../platform/mail/email-template.ts";

/**
 * Templates of identity's emails. Tokens are in the URL fragment, so that no server, log or referrer sees
 * them.
 */

/** The name in an email's greeting; a neutral one if there is no name. */
const greet = (name: string | null) => ({ greeting: name?.split(/\s+/)[0] || "there" });
const notYou = "Not you? Then nothing is to be done, and nothing changes.";

/** For an unverified address: contains no text that the requester could have written. */
export const verificationEmail = (key: string, replacesOne: boolean): EmailTemplate => ({
  subject: "Is this your address?",
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
    "The link works once, for 3 days. Not you? You can ignore this email. Without your link, this email stays unconfirmed.",
});

export const emailTakenEmail = (name: string): EmailTemplate => ({
  subject: "You have an account already",
  preheader: "Somebody tried to register with this address.",
  heading: "You have an account already",
  ...greet(name),
  paragraphs: [
    "Somebody, you perhaps, just gave this address at Eightcount as if it were new. It has been yours for a while: sign in with it.",
    "Did you begin anew in the meantime? Sign in with the same browser, and what you danced and saved there comes along.",
    "Is the password gone? On the same page you can have a link to sign in, or choose a new one.",
  ],
  action: { label: "Sign in", path: "/login" },
  footnote: notYou,
});

/** @param name null while no account has verified the address */
export const passwordResetEmail = (name: string | null, key: string): EmailTemplate => ({
  subject: "Choose a new password",
  preheader: "The link works for an hour.",
  heading: "Choose a new password",
  ...greet(name),
  paragraphs: [
    "Somebody, you we hope, asked for a new password. With it every device is signed out, and you begin afresh.",
  ],
  action: { label: "Choose a new password", path: `/reset#${key}` },
  footnote: `The link works for an hour, once. ${notYou}`,
});

export const noAccountEmail = (): EmailTemplate => ({
  subject: "There is no account with this address",
  preheader: "Perhaps you registered with another one.",
  heading: "There is no account with this address",
  paragraphs: [
    "Somebody, you perhaps, wanted to get into Eightcount with this address, but no account has it. Did you register with another one? Else you can begin now.",
  ],
  action: { label: "Register", path: "/register" },
  footnote: notYou,
});

/** @param name null while no account has verified the address */
export const signInLinkEmail = (name: string | null, key: string): EmailTemplate => ({
  subject: "Your link to sign in",
  preheader: "It works for a quarter of an hour.",
  heading: "Come on in",
  ...greet(name),
  paragraphs: ["This button signs you in on the device that you open it on."],
  action: { label: "Sign in", path: `/sign-in#${key}` },
  footnote: `The link works for 15 minutes, once. Give it to nobody: we never ask for it. ${notYou}`,
});

/** Notifies a person that a credential changed, in case it was not them. */
export const somethingChangedEmail = (name: string, what: string): EmailTemplate => ({
  subject: what,
  preheader: "If this was you, all is well.",
  heading: what,
  ...greet(name),
  paragraphs: ["If this was you, all is well, and there is nothing to be done."],
  action: { label: "Look at your account’s security", path: "/account/settings#security" },
  footnote: "Not you? Choose a new password at once: that signs out every device.",
});

const dayOf = (moment: Date) =>
  moment.toLocaleDateString("en-US", { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" });

export const exportReadyEmail = (name: string): EmailTemplate => ({
  subject: "Your data is ready",
  preheader: "A file with everything, for seven days.",
  heading: "Your data is ready",
  ...greet(name),
  paragraphs: [
    "The copy that you asked for is made: one file with all that Eightcount keeps about you. It waits for seven days in your settings, where you sign in to fetch it.",
  ],
  action: { label: "Fetch it", path: "/account/settings#privacy" },
  footnote: "Not you? Choose a new password at once: that signs out every device.",
});

export const deletionScheduledEmail = (name: string, dueAt: Date): EmailTemplate => ({
  subject: "Your account goes in 14 days",
  preheader: `Until ${dayOf(dueAt)} you can change your mind.`,
  heading: `Your account goes on ${dayOf(dueAt)}`,
  ...greet(name),
  paragraphs: [
    "You asked us to delete your account. Until that day all is as it was, and one press keeps it. After that your practice, your badges, your posts and your family’s profiles are gone for good; invoices stay as long as the law wants them.",
  ],
  action: { label: "Keep my account", path: "/account/settings#privacy" },
  footnote: "Not you? Sign in, keep the account, and choose a new password at once.",
});

export const suspendedEmail = (name: string, reason: string, until: Date | null): EmailTemplate => ({
  subject: "Your account is closed",
  preheader: "Why, and for how long.",
  heading: until ? `Your account is closed until ${dayOf(until)}` : "Your account is closed",
  ...greet(name),
  quote: `This is why: ${reason}`,
  paragraphs: [
    "The studio closed your account at Eightcount.",
    "You were signed out everywhere. What you danced and saved is kept. A subscription that you don’t want meanwhile is ended by an answer to this mail.",
  ],
  footnote: "If you think that this is wrong, answer this mail: a person reads it.",
});

/** What each role can do; without a role, staff pages are hidden. */
const works: Record<Exclude<Role, "member">, { readonly title: string; readonly what: string }> = {
  moderator: {
    title: "You are a moderator of the studio now",
    what: "You look at what members report, and at what newcomers upload.",
  },
  editor: {
    title: "You are an editor of the studio now",
    what: "You look after the classes, and after what newcomers are asked.",
  },
  admin: {
    title: "You are an admin of the studio now",
    what: "All of the studio’s pages are open to you, with who works there.",
  },
};

/** @param secondStepDueAt until when the role works without a second factor; null if the account has one */
export function roleChangedEmail(name: string, role: Role, secondStepDueAt: Date | null): EmailTemplate {
  if (role === "member")
    return {
      subject: "Your role at the studio has ended",
      preheader: "Your account stays as it is.",
      heading: "Your role at the studio has ended",
      ...greet(name),
      paragraphs: [
        "An admin took the role that you had at Eightcount: the studio’s own pages are closed to you. Your account stays, with all that you danced and saved.",
      ],
      footnote: "If you think that this is wrong, answer this mail: a person reads it.",
    };
  const { title, what } = works[role];
  return {
    subject: title,
    preheader: what,
    heading: title,
    ...greet(name),
    paragraphs: [
      `${what} Within a minute the pages are there, on every device that you are signed in on.`,
      ...(secondStepDueAt
        ? [
            `Set up two-step verification or a passkey by ${dayOf(secondStepDueAt)}. After that the studio’s pages need it.`,
          ]
        : []),
    ],
    action: { label: "Open the studio", path: "/studio" },
    footnote: "You don’t know why? Answer this mail: a person reads it.",
  };
}

export const deletionCanceledEmail = (name: string): EmailTemplate => ({
  subject: "Your account stays",
  preheader: "Nothing was deleted.",
  heading: "Your account stays",
  ...greet(name),
  paragraphs: ["Nothing was deleted: all is where you left it."],
  action: { label: "Dance tonight’s set", path: "/dashboard" },
});

export const accountDeletedEmail = (name: string): EmailTemplate => ({
  subject: "Your account is gone",
  preheader: "As you wished.",
  heading: "Thank you for the dances",
  ...greet(name),
  paragraphs: [
    "Your account is deleted, as you wished, with all that belonged to it. Invoices stay as long as the law wants them. This is our last letter.",
  ],
});
