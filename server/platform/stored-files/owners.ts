/**
 * Which files of the studio rows of a module use. Each module declares its own in `stored-files.ts`; files that no row uses are
 * orphans.
 */
export interface FileOwner {
  /** What its files are, for the operator: "Videos". */
  readonly kind: string;
  /**
   * A query of `name`, `needs` and `subject`. A name is the key of a file; or its key without what follows the first dot, or without its
   * last `-word` either; or one of its folders, with trailing slash. `needs` is a key that must be there, else something
   * is lost; may be null. `subject` is the id of what is lost then; it may have a title.
   */
  readonly used: string;
}

/** What the subjects of files are called. */
export interface SubjectTitles {
  /** A query of `id`, as text, and `title`. */
  readonly titles: string;
}

export type StoredFiles = readonly (FileOwner | SubjectTitles)[];

/** The server's own folders. Other programs may have files elsewhere in the same bucket. */
export const ownFolders = [
  "assets/",
  "exports/",
  "people/",
  "pictures/",
  "stretches/",
  "studio-exports/",
  "uploads/",
  "on-disk/uploads/",
] as const;

/** Keys of files in `DATA_DIR/uploads` begin with this in the query of an owner. */
export const uploadsOnDisk: (typeof ownFolders)[number] = "on-disk/uploads/";
