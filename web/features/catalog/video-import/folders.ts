import type { ImportItem } from "./import-fragment.ts";

/** A folder of videos that may be a course. */
export type Folder = {
  /** Below the chosen folder; empty for that itself. */
  path: string;
  /** Its name, as the title of a course is saved. */
  title: string;
  /** Its videos in the order of their file names, without other views of the same class. */
  videos: readonly ImportItem[];
};

/** More would be no courses. */
const maxFolders = 100;
/** “2” before “10”. */
const byName = (a: ImportItem, b: ImportItem): number =>
  a.fileName.localeCompare(b.fileName, "en", { numeric: true });

/** The folders of an import with at least two videos. @param name of the folder that was chosen */
export function foldersOf(name: string, items: readonly ImportItem[]): Folder[] {
  const mains = items.filter(({ mainId }) => mainId === null);
  return [...Map.groupBy(mains, ({ folder }) => folder)]
    .filter(([, videos]) => videos.length > 1)
    .slice(0, maxFolders)
    .map(([path, videos]) => ({
      path,
      // Macs write an accent apart from its letter, and people type both as one.
      title: (path.split("/").at(-1)?.trim() || name).normalize("NFC"),
      videos: videos.toSorted(byName),
    }));
}
