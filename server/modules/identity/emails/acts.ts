import { formatDate } from "../../../../contract/formats/dates.ts";
import { paths } from "../../../../contract/urls.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { greet } from "../../../platform/mail/content.ts";
import { defineEmail } from "../../../platform/mail/template.ts";

/** What a person is told when staff act on their account. */

const demoName = "Demo Ana";
const questions = msg("Questions? Reply to this email.");

export const signedOutByTeamEmail = defineEmail<{ name: string }>({
  name: "identity.signed_out_by_team",
  previews: { usual: { name: demoName } },
  write: ({ name }, { studioName }) => ({
    subject: msg("You were signed out on all devices"),
    preheader: msg("Sign in again when you like."),
    heading: msg("You were signed out on all devices"),
    ...greet(name),
    paragraphs: [
      msg("The {studioName} team signed you out everywhere to keep your account safe.", { studioName }),
      msg("Sign in again when you like. If someone else knows your password, choose a new one."),
    ],
    action: { label: msg("Sign in"), path: paths.login() },
    footnote: questions,
  }),
});

export const reinstatedEmail = defineEmail<{ name: string }>({
  name: "identity.reinstated",
  previews: { usual: { name: demoName } },
  write: ({ name }, { studioName }) => ({
    subject: msg("Your account is open again"),
    preheader: msg("The suspension has ended."),
    heading: msg("Your account is open again"),
    ...greet(name),
    paragraphs: [
      msg("We ended the suspension of your account at {studioName}. Your progress is as you left it.", {
        studioName,
      }),
    ],
    action: { label: msg("Sign in"), path: paths.login() },
    footnote: questions,
  }),
});

export const deletionByTeamEmail = defineEmail<{ name: string; dueAt: Date }>({
  name: "identity.deletion_by_team",
  previews: { usual: { name: demoName, dueAt: new Date("2026-12-06T23:30:00Z") } },
  write: ({ name, dueAt }, reader) => {
    const day = formatDate(dueAt, "date", reader);
    return {
      subject: msg("Your account will be deleted in 14 days"),
      preheader: msg("You can cancel until {day}.", { day }),
      heading: msg("Your account will be deleted on {day}", { day }),
      ...greet(name),
      paragraphs: [
        msg("As you asked, our team scheduled the deletion of your account. You can cancel until then."),
        msg(
          "After that, your progress, badges, posts, and family profiles are permanently deleted. We keep invoices as long as the law requires.",
        ),
      ],
      action: { label: msg("Cancel deletion"), path: `${paths.settings()}#privacy` },
      footnote: msg("Didn’t ask for this? Sign in, cancel the deletion, and reply to this email."),
    };
  },
});
