import { sql } from "kysely";
import { defineFollowable } from "../catalog/index.ts";
import { translated } from "../site/index.ts";

defineFollowable("course", {
  follows: sql`courses.followed_courses`,
  key: sql`course_id`,
  formerRows: sql`(select id, slug, title as name from courses.courses)`,
  rows: sql`(select id, slug, title as name from courses.courses where published_at is not null)`,
  idsOfClasses: (classIds) =>
    sql`select course_id as id from courses.course_classes where class_id = any(${classIds}::uuid[])`,
  nameOf: (ctx, { id, name }) => translated(ctx, "course", id, "title", name),
});
