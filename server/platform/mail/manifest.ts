import type { Module } from "../module.ts";
import { openMailGallery } from "./gallery.ts";
import { openMailbox } from "./mailbox.ts";
import { emailDays, forgetSentEmailsJob } from "./sent-emails.ts";
import { sendMailJob } from "./send-job.ts";

/** Email: the job that sends it, the mailbox that shows stored emails, and the gallery of all. */
export const mail: Module = {
  name: "mail",
  jobs: [sendMailJob, forgetSentEmailsJob],
  tables: {
    "platform.suppressed_addresses": { retained: "mailboxes that don’t exist; staff can delete one" },
    "platform.sent_emails": { days: emailDays, from: "the email", job: forgetSentEmailsJob.name },
  },
  schedules: [{ job: forgetSentEmailsJob, pattern: "37 3 * * *", backfill: "1d" }],
  http: async (routes) => {
    await openMailbox(routes);
    await openMailGallery(routes);
  },
};
