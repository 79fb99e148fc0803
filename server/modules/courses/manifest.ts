import "./audit-subjects.ts";
import "./graphql.ts";
import "./certificates/graphql.ts";
import "./editing/graphql.ts";
import "./editing/graphql-image.ts";
import "./pricing/graphql.ts";
import "./followable.ts";
import "./steps.ts";
import type { Module } from "../../platform/module.ts";
import { registerImageRoute } from "../catalog/index.ts";
import { uploadCourseImage } from "./editing/image.ts";
import { certifyJob, completeJob, startJob } from "./jobs.ts";
import { reactions } from "./reactions.ts";
import { tables } from "./retention.ts";
import { storedFiles } from "./stored-files.ts";

/** Courses: classes in order, which open by a pace or by mastery. */
export const courses: Module = {
  name: "courses",
  tables,
  storedFiles,
  http: (routes) => registerImageRoute(routes, "/studio/courses/:id/image", uploadCourseImage),
  jobs: [certifyJob, completeJob, startJob],
  schedules: [
    { job: startJob, pattern: "*/5 * * * *" },
    { job: certifyJob, pattern: "*/5 * * * *" },
  ],
  reactions,
};
