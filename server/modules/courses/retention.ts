import type { Tables } from "../../platform/jobs/retention.ts";

/** How long the rows of the module's tables are kept. */
export const tables: Tables = {
  "courses.certificates": { goesWith: "identity.user" },
  "courses.course_classes": { goesWith: "courses.courses" },
  "courses.courses": { retained: "the studio's courses" },
  "courses.enrollments": { goesWith: "identity.user" },
  "courses.followed_courses": { goesWith: "identity.user" },
};
