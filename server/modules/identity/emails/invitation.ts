import { formatDate } from "../../../../contract/formats/dates.ts";
import type { Role } from "../../../../contract/staff.ts";
import { paths } from "../../../../contract/urls.ts";
import { msg, sentences } from "../../../platform/i18n/messages.ts";
import { defineEmail } from "../../../platform/mail/template.ts";
import { staffRoleTexts } from "./templates.ts";

/**
 * An invitation to the studio's team, with its token in the fragment, so that no server, log or referrer sees it. The address
 * is what an admin typed: the email names no one.
 */
export const staffInvitationEmail = defineEmail<{ role: Role; token: string; expiresAt: Date }>({
  name: "identity.staff_invitation",
  previews: {
    usual: {
      role: "support",
      token: "demo-token-of-no-account",
      expiresAt: new Date("2026-11-29T23:30:00Z"),
    },
    admin: {
      role: "admin",
      token: "demo-token-of-no-account",
      expiresAt: new Date("2026-11-29T23:30:00Z"),
    },
  },
  write: ({ role, token, expiresAt }, reader) => ({
    subject: msg("You’re invited to join the team"),
    preheader: msg("You’re invited to the team of {studioName}.", { studioName: reader.studioName }),
    heading: msg("You’re invited to join the team"),
    paragraphs: [
      sentences(
        msg("You’re invited to the team of {studioName}.", { studioName: reader.studioName }),
        ...(role === "member" ? [] : [staffRoleTexts[role].what]),
      ),
      msg("Open the link, and sign in or sign up with this email."),
    ],
    action: { label: msg("See the invitation"), path: `${paths.invitation()}#${token}` },
    footnote: sentences(
      msg("The link works once, until {expiresAt}.", { expiresAt: formatDate(expiresAt, "date", reader) }),
      msg("Not expecting this? You can ignore this email."),
    ),
  }),
});
