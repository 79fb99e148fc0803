import { paths } from "../../../../contract/urls.ts";
import { msg } from "../../../platform/i18n/messages.ts";
import { defineEmail } from "../../../platform/mail/template.ts";

/** Asks the owner of a mailbox whether they want the email about the opening. */
export const confirmMailingListEmail = defineEmail<{ token: string }>({
  name: "site.mailing_list_confirm",
  previews: { usual: { token: "demo-token" } },
  write: ({ token }, { studioName }) => ({
    subject: msg("Confirm your email"),
    preheader: msg("One press, and we write to you when we open."),
    heading: msg("Hear when we open"),
    paragraphs: [
      msg("Confirm that {studioName} may email you once, on the day it opens.", { studioName }),
      msg("The link works for 7 days. Without it, we delete this address."),
    ],
    action: { label: msg("Confirm"), path: `${paths.comingSoon()}?confirm=${encodeURIComponent(token)}` },
    footnote: msg(
      "You get this email because this address was typed into the form. If that wasn’t you, ignore it.",
    ),
  }),
});

/** Says that the studio is open. */
export const openedEmail = defineEmail<{ token: string }>({
  name: "site.opened",
  previews: { usual: { token: "demo-token" } },
  write: ({ token }, { studioName }) => ({
    subject: msg("We’re open"),
    preheader: msg("The first classes are waiting for you."),
    heading: msg("We’re open"),
    paragraphs: [
      msg("{studioName} is open. Look around, and dance the first class.", { studioName }),
      msg("This is the only email of this list."),
    ],
    action: { label: msg("See the classes"), path: paths.library() },
    footnote: msg("You get this email because you confirmed that you want to hear about the opening."),
    unsubscribePath: `/mailing-list/${encodeURIComponent(token)}`,
  }),
});
