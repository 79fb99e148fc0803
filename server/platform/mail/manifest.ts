import type { Module } from "../module.ts";
import { openMailbox } from "./mailbox.ts";
import { sendMailJob } from "./send-job.ts";

/** Email: the job that sends it, and the mailbox that shows stored emails. */
export const mail: Module = { name: "mail", jobs: [sendMailJob], http: openMailbox };
