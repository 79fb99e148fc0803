import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";

/** A course was published, or a published one changed. */
export const coursePublished = defineEvent("courses.course_published", z.object({ courseId: z.uuid() }));

/** A course was published for the first time. */
export const courseAnnounced = defineEvent("courses.course_announced", z.object({ courseId: z.uuid() }));

/** A class that is in the library was added to a published course. */
export const classAdded = defineEvent(
  "courses.class_added",
  z.object({ courseId: z.uuid(), classId: z.uuid() }),
);

/** A person completed every class of a course that they joined. Published once per person and course. */
export const courseCompleted = defineEvent(
  "courses.course_completed",
  z.object({ courseId: z.uuid(), personId: z.uuid(), classId: z.uuid(), completedAt: z.iso.datetime() }),
);

/** The first day of a course with a start date has begun. */
export const courseStarted = defineEvent("courses.course_started", z.object({ courseId: z.uuid() }));
