import type { Module } from "../module.ts";
import { openMailGallery } from "./gallery.ts";
import { openMailbox } from "./mailbox.ts";
import { emailDays, forgetSentEmailsJob } from "./sent-emails.ts";
import { sendMailJob } from "./send-job.ts";
import { forgetMailEventsJob, mailEventDays } from "./webhooks/events.ts";
import { registerMailWebhooks } from "./webhooks/http.ts";

/** Email: the job that sends it, the mailbox that shows stored emails, the gallery of all, and webhooks of email services. */
export const mail: Module = {
  name: "mail",
  jobs: [sendMailJob, forgetSentEmailsJob, forgetMailEventsJob],
  tables: {
    "platform.suppressed_addresses": {
      retained: "addresses that bounced or complained; staff can delete one",
    },
    "platform.mail_events": { days: mailEventDays, from: "the event", job: forgetMailEventsJob.name },
    "platform.sent_emails": { days: emailDays, from: "the email", job: forgetSentEmailsJob.name },
  },
  schedules: [
    { job: forgetSentEmailsJob, pattern: "37 3 * * *", backfill: "1d" },
    { job: forgetMailEventsJob, pattern: "47 3 * * *", backfill: "1d" },
  ],
  http: async (routes) => {
    await openMailbox(routes);
    await openMailGallery(routes);
    await registerMailWebhooks(routes);
  },
};
