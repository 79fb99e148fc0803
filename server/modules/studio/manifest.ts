import "./graphql.ts";
import "./audit/graphql.ts";
import "./backups/graphql.ts";
import "./cohorts/graphql.ts";
import "./export/graphql.ts";
import "./home/graphql.ts";
import "./landing/graphql.ts";
import "./legal-notices/graphql.ts";
import "./messages/audit-subjects.ts";
import "./messages/graphql.ts";
import "./messages/graphql-series.ts";
import "./member-import/graphql.ts";
import "./opening/graphql.ts";
import "./people/graphql.ts";
import "./people/graphql-acts.ts";
import "./people/graphql-notes.ts";
import "./people/graphql-see-as.ts";
import "./people/graphql-account-acts.ts";
import type { Module } from "../../platform/module.ts";
import { nightlyBackupJob } from "./backups/backups.ts";
import { countCohortsJob } from "./cohorts/cohorts.ts";
import { studioExportUpkeepJob } from "./export/jobs.ts";
import { registerStudio } from "./http.ts";
import { sendLegalNoticeJob } from "./legal-notices/send.ts";
import { forgetRecipientsJob } from "./messages/figures.ts";
import { mailLaterJob } from "./messages/notify-recipients.ts";
import { noteDancedJob, sendAnnouncementJob, sendDueJob } from "./messages/send.ts";
import { runSeriesJob, sendStepJob } from "./messages/send-series.ts";
import { reactions } from "./reactions.ts";
import { tables } from "./retention.ts";
import { storedFiles } from "./stored-files.ts";
import {
  checkMemberImportJob,
  memberImportUpkeepJob,
  runMemberImportJob,
  runTakeoverImportJob,
  takeOverJob,
} from "./member-import/jobs.ts";

/** The studio's own pages: which ones the viewer may open, its people, and failed jobs. */
export const studio: Module = {
  name: "admin",
  tables,
  storedFiles,
  http: registerStudio,
  reactions,
  jobs: [
    nightlyBackupJob,
    countCohortsJob,
    studioExportUpkeepJob,
    sendAnnouncementJob,
    sendDueJob,
    mailLaterJob,
    noteDancedJob,
    runSeriesJob,
    sendStepJob,
    sendLegalNoticeJob,
    runMemberImportJob,
    runTakeoverImportJob,
    checkMemberImportJob,
    takeOverJob,
    memberImportUpkeepJob,
    forgetRecipientsJob,
  ],
  schedules: [
    { job: nightlyBackupJob, pattern: "*/15 * * * *" },
    { job: countCohortsJob, pattern: "29 * * * *", backfill: "1d" },
    { job: studioExportUpkeepJob, pattern: "23 * * * *", backfill: "1h" },
    { job: sendDueJob, pattern: "* * * * *" },
    { job: runSeriesJob, pattern: "17 * * * *", backfill: "1h" },
    { job: noteDancedJob, pattern: "41 * * * *", backfill: "1h" },
    { job: memberImportUpkeepJob, pattern: "41 3 * * *", backfill: "1d" },
    { job: forgetRecipientsJob, pattern: "13 4 * * *", backfill: "1d" },
  ],
};
