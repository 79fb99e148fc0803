import { sql } from "kysely";
import { defineCompletedClasses } from "../catalog/index.ts";

defineCompletedClasses(
  (personId) =>
    sql`select records.class_id from practice.records where records.person_id = ${personId}::uuid and records.completed_at is not null`,
);
