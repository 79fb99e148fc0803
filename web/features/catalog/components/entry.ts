/** What editors sort the library by. */
export type EntryKind = "style" | "category" | "section" | "instructor";

/** One of them. */
export interface Entry {
  readonly slug: string;
  readonly name: string;
  /** Of an instructor’s account; null without one. */
  readonly username?: string | null;
}
