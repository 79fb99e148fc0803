import { msg } from "../../../platform/i18n/messages.ts";
import { defineEmail } from "../../../platform/mail/template.ts";

/** Shows an admin that emails arrive, and what they look like. */
export const testEmail = defineEmail<Record<string, never>>({
  name: "studio.test",
  previews: { usual: {} },
  write: (_props, { studioName }) => ({
    subject: msg("Test message"),
    preheader: msg("Emails of your studio arrive."),
    heading: msg("Emails arrive"),
    paragraphs: [
      msg(
        "This is how emails of {studioName} look. Check that it isn’t in the spam folder. If it is, set up SPF, DKIM, and DMARC for the sender’s domain.",
        { studioName },
      ),
    ],
    footnote: msg("You get this email because an admin asked for a test message."),
  }),
});
