import type { EnumValue } from "../../../graphql/graphql.ts";
import type { EditedLanding, LandingInput } from "./edited-landing.ts";

export type BlockKind = EnumValue<"LandingBlockKind">;
/** A class by id; without a title it isn't in the library anymore. */
export type ChosenClass = { id: string; title: string | null };
export type DraftItem = { id: string; title: string; text: string; isAgreed: boolean };
export type DraftBlock = {
  id: string;
  kind: BlockKind;
  title: string;
  text: string;
  classes: ChosenClass[];
  /** Empty: none. */
  courseId: string;
  /** Slugs. */
  instructors: string[];
  items: DraftItem[];
};
export type LandingDraft = { title: string; description: string; blocks: DraftBlock[] };

/** Kinds that can be added, in the order of their buttons. The hero is always there, at the top. */
export const addedKinds = [
  "text",
  "classes",
  "course",
  "instructors",
  "prices",
  "questions",
  "quotes",
] as const satisfies readonly BlockKind[];
export const maxBlocks = 20;
export const maxItems = 20;
/** Classes or instructors of a block. */
export const maxChosen = 12;

export const newBlock = (kind: BlockKind): DraftBlock => ({
  id: crypto.randomUUID(),
  kind,
  title: "",
  text: "",
  classes: [],
  courseId: "",
  instructors: [],
  items: kind === "questions" || kind === "quotes" ? [newItem()] : [],
});
export const newItem = (): DraftItem => ({ id: crypto.randomUUID(), title: "", text: "", isAgreed: false });

/** What the form begins with: the saved draft, or a page with an empty hero. */
export function draftOf({ draft }: Pick<EditedLanding, "draft">): LandingDraft {
  const blocks = draft.blocks.map((block) => ({
    id: block.id,
    kind: block.kind,
    title: block.title,
    text: block.text,
    items: [...block.items],
    classes: block.classIds.map((id) => ({
      id,
      title: block.classes.find((one) => one.id === id)?.title ?? null,
    })),
    courseId: block.courseId ?? "",
    instructors: block.instructors.map(({ slug }) => slug),
  }));
  return {
    title: draft.title,
    description: draft.description,
    blocks: blocks.length > 0 ? blocks : [newBlock("hero")],
  };
}

export const inputOf = ({ title, description, blocks }: LandingDraft): LandingInput => ({
  title,
  description,
  blocks: blocks.map(({ id, kind, title, text, classes, courseId, instructors, items }) => ({
    id,
    kind,
    title,
    text,
    classIds: classes.map((one) => one.id),
    courseId: courseId || null,
    instructors,
    items: items.map((item) => ({
      id: item.id,
      title: item.title,
      text: item.text,
      isAgreed: item.isAgreed,
    })),
  })),
});

/** Whether a block can move: the hero stays first. */
export const canMove = (at: number, by: -1 | 1, count: number): boolean =>
  at > 0 && at + by > 0 && at + by < count;
