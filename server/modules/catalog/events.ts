import { z } from "zod";
import { defineEvent } from "../../platform/events.ts";
import { mergedKinds } from "./aliases.ts";
import { releaseAudiences } from "./following/audience.ts";

/** A class entered the library, and its publishing notifies people; `no_one`: only those who asked for it. */
export const classReleased = defineEvent(
  "catalog.class_released",
  z.object({ classId: z.uuid(), audience: z.enum(releaseAudiences) }),
);

/** A class entered the library, or left it. */
export const classPublicationChanged = defineEvent(
  "catalog.class_publication_changed",
  z.object({ classId: z.uuid() }),
);

/** A class leaves the library within a few days. Published once for each date. */
export const classLeaving = defineEvent(
  "catalog.class_leaving",
  z.object({ classId: z.uuid(), leavesAt: z.iso.datetime() }),
);

/** A class isn't ready an hour before its release, or at its minute. Published once for each date and either moment. */
export const releaseEndangered = defineEvent(
  "catalog.release_endangered",
  z.object({
    classId: z.uuid(),
    title: z.string(),
    publishAt: z.iso.datetime(),
    /** What it lacks first. */
    lack: z.enum(["film", "transcode", "parts", "counts"]),
    /** Its minute has come. */
    isMissed: z.boolean(),
  }),
);

/** The video of a class starts at another moment of the same dance. Positions in it move by `byMs`. */
export const classMoved = defineEvent(
  "catalog.class_moved",
  z.object({
    classId: z.uuid(),
    byMs: z.number().int(),
    /** Of the class. */
    durationMs: z.number().int(),
    /** Of an event of the previous release: parts at the start that no longer exist. */
    removedParts: z.number().int(),
  }),
);

/** An entry of the library was merged into another one of its kind, which has its classes and followers. */
export const entryMerged = defineEvent(
  "catalog.entry_merged",
  z.object({
    kind: z.enum(mergedKinds),
    /** Slugs. */
    from: z.string(),
    into: z.string(),
  }),
);
