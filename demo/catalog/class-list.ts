import { STAGE_DRAFTS } from "./drafts/stage.ts";
import { STREET_DRAFTS } from "./drafts/street.ts";
import { WELL_DRAFTS } from "./drafts/well.ts";
import type { LessonShape } from "./lessons.ts";
import type { AccessType, ClassType, Level } from "./types.ts";

/** A class as its instructor would outline it. Categories are in order of importance; the first one's section is the class's. */
export type ClassDraft = {
  slug: string;
  title: string;
  troupe: string;
  shape: LessonShape;
  type: ClassType;
  level: Level;
  access: AccessType;
  minutes: number;
  moves: string[];
  categories: string[];
  explicit?: boolean;
  description: string;
};

/** A draft as a table row. */
export type DraftRow = [
  slug: string,
  title: string,
  troupe: string,
  shape: LessonShape,
  type: ClassType,
  level: Level,
  access: AccessType,
  minutes: number,
  moves: string[],
  categories: string[],
  description: string,
  explicit?: true,
];

/** All classes, in rendering order. */
export const CLASS_DRAFTS: ClassDraft[] = [...STREET_DRAFTS, ...STAGE_DRAFTS, ...WELL_DRAFTS].map(
  ([slug, title, troupe, shape, type, level, access, minutes, moves, categories, description, explicit]) => ({
    slug,
    title,
    troupe,
    shape,
    type,
    level,
    access,
    minutes,
    moves,
    categories,
    description,
    explicit,
  }),
);
