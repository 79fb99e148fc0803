import type { Ctx } from "../../ctx.ts";
import type { Message } from "../../platform/i18n/messages.ts";
import { isUuid } from "../../platform/uuid.ts";
import { contentText, defineTranslated, translated } from "../site/index.ts";
import type { TranslatedStudio } from "../site/index.ts";
import { findCourseRow } from "./store.ts";
import type { CourseRow } from "./store.ts";

/** Maximum lengths of a course's texts. */
export const maxLengths = { title: 80, description: 1000 } as const;

defineTranslated({
  kind: "course",
  role: "editor",
  fields: { title: { max: maxLengths.title }, description: { max: maxLengths.description, isLong: true } },
  list: async (ctx, subject) => {
    const found = subject && isUuid(subject) ? await findCourseRow(ctx.db, subject) : null;
    return found
      ? [{ subject: found.id, texts: { title: found.title, description: found.description } }]
      : [];
  },
});

/** A text of a course in the reader's language. */
export const courseText = (ctx: Ctx, found: CourseRow, field: "title" | "description"): string =>
  translated(ctx, "course", found.id, field, found[field]);

/** A course's title, for a reader who is known later. */
export const courseTitle = (
  studio: TranslatedStudio,
  { id, title }: { id: string; title: string },
): Message => contentText(studio, "course", id, "title", title);
