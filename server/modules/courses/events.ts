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

/** A start day of a course has begun. */
export const courseStarted = defineEvent(
  "courses.course_started",
  // Without a day, as servers of the previous release publish it: for everyone.
  z.object({ courseId: z.uuid(), startsOn: z.iso.date().optional() }),
);

/** The people of a start day were moved to another day. */
export const courseStartMoved = defineEvent(
  "courses.start_moved",
  z.object({ courseId: z.uuid(), startsOn: z.iso.date() }),
);
