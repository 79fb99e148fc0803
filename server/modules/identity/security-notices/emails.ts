import type { Letter } from "../../../platform/mail/letter.ts";

/** The emails about who gets into an account and into the studio. Tokens stand behind `#`, so that no server, log or referrer sees them. */

const hello = (name: string) => `Hello ${name.split(/\s+/)[0] || "there"},`;

/** @param given.by who made them an admin; null: an operator at the server's command line */
export const newAdminEmail = (name: string, given: { admin: string; by: string | null }): Letter => ({
  subject: "The studio has a new admin",
  preheader: `${given.admin} is an admin now.`,
  heading: "The studio has a new admin",
  paragraphs: [
    hello(name),
    given.by === null
      ? `${given.admin} was made an admin at the server’s command line.`
      : `${given.by} made ${given.admin} an admin. Every page of the studio is open to them.`,
  ],
  action: { label: "Review the team", path: "/studio/staff" },
  footnote: "You get this because you’re an admin. If you didn’t expect it, remove the role now.",
});
