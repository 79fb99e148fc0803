import type { Tables } from "../../platform/jobs/retention.ts";
import { exportDays } from "./accounts/exports.ts";
import { invitationDays } from "./roles/invitations.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "identity.account": { goesWith: "identity.user" },
  "identity.bans": { goesWith: "identity.user" },
  "identity.exports": { days: exportDays, from: "the export", job: "identity.upkeep" },
  "identity.family_pins": { goesWith: "identity.user" },
  "identity.first_admin_codes": { retained: "codes of a new installation; the first admin voids all" },
  "identity.held_usernames": { days: 0, from: "the end of the hold", job: "identity.upkeep" },
  "identity.jwks": { retained: "a few keys" },
  "identity.leavings": { goesWith: "identity.user" },
  "identity.mail_keys": { days: 0, from: "the expiry", job: "identity.upkeep" },
  "identity.passkey": { goesWith: "identity.user" },
  "identity.recovery_codes": { goesWith: "identity.two_factor" },
  "identity.security_reports": { days: 0, from: "the expiry", job: "identity.upkeep" },
  "identity.see_as": { goesWith: "identity.user" },
  "identity.session": { days: 0, from: "the expiry", job: "identity.upkeep" },
  "identity.spent_tokens": { goesWith: "identity.session" },
  "identity.staff_acts": { retained: "the studio's proof of what its staff did, a row per act of staff" },
  "identity.staff_invitations": { days: invitationDays, from: "the expiry", job: "identity.upkeep" },
  "identity.staff_notes": { goesWith: "identity.user" },
  "identity.tries": { retained: "unused since an earlier release, and empty" },
  "identity.two_factor": { goesWith: "identity.user" },
  "identity.upgraded_sessions": { days: 0, from: "the expiry", job: "identity.upkeep" },
  "identity.user": { retained: "accounts, until they are deleted; guests without activity go after 30 days" },
  "identity.verification": { days: 0, from: "the expiry", job: "identity.upkeep" },
};
