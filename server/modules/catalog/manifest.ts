import "./audit-subjects.ts";
import "./beat/graphql.ts";
import "./captions/graphql.ts";
import "./editing/graphql.ts";
import "./editing/graphql-entries.ts";
import "./editing/graphql-library.ts";
import "./editing/graphql-entry-images.ts";
import "./editing/graphql-merging.ts";
import "./editing/graphql-preview.ts";
import "./editing/graphql-publication.ts";
import "./following/graphql.ts";
import "./editing/graphql-poster.ts";
import "./editing/graphql-parts.ts";
import "./editing/graphql-sound.ts";
import "./editing/graphql-source-videos.ts";
import "./editing/graphql-trailer.ts";
import "./graphql.ts";
import "./instructors/graphql.ts";
import "./managing/graphql.ts";
import "./upcoming/graphql.ts";
import "./search/graphql.ts";
import "./video-import/graphql.ts";
import "./songs/graphql.ts";
import "./songs/graphql-editing.ts";
import type { Module } from "../../platform/module.ts";
import { announceLeavingJob } from "./editing/leaving.ts";
import { applySchedulesJob } from "./editing/schedule.ts";
import { registerCatalogRoutes } from "./http.ts";
import { cutDueExcerptsJob, cutExcerptJob } from "./songs/excerpts.ts";
import { reactions } from "./reactions.ts";
import { tables } from "./retention.ts";
import { storedFiles } from "./stored-files.ts";
import { addUpRevisionJob } from "./revision.ts";

/** Classes, their songs, instructors, styles, categories and sections. */
export const catalog: Module = {
  name: "catalog",
  tables,
  storedFiles,
  http: registerCatalogRoutes,
  jobs: [addUpRevisionJob, announceLeavingJob, applySchedulesJob, cutDueExcerptsJob, cutExcerptJob],
  schedules: [
    { job: addUpRevisionJob, pattern: "* * * * *" },
    { job: applySchedulesJob, pattern: "* * * * *" },
    { job: announceLeavingJob, pattern: "*/10 * * * *" },
    { job: cutDueExcerptsJob, pattern: "*/10 * * * *" },
  ],
  reactions,
};
