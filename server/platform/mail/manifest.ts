import type { Module } from "../module.ts";
import { openMailbox } from "./mailbox.ts";
import { sendMailJob } from "./send-job.ts";

/** Mails: the job that sends them, and the mailbox of an installation that keeps them. */
export const mail: Module = { name: "mail", jobs: [sendMailJob], http: openMailbox };
