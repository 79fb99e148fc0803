import type { ImportItem } from "./import-fragment.ts";

/** A folder of videos that may be a course. */
export type Folder = {
  /** Below the chosen folder; empty for that itself. */
  path: string;
  /** Its name, as the title of a course is saved; no other folder has it, in any case. */
  title: string;
  /** Its videos in the order of their file names, without other views of the same class. */
  videos: readonly ImportItem[];
};

/** More would be no courses. */
const maxFolders = 100;
/** “2” before “10”. */
const byName = (a: ImportItem, b: ImportItem): number =>
  a.fileName.localeCompare(b.fileName, "en", { numeric: true });

/** Of a course's title. */
export const maxCourseTitle = 80;

/** Folders of one name are told apart by the ones around them. */
const around = " – ";

/** A name as the title of a course is saved. Macs write an accent apart from its letter, and people type both as one. */
const titled = (names: readonly string[]): string =>
  names.map((name) => name.trim().normalize("NFC")).join(around);

/** Cuts a title that is too long for a course, between words if it can. */
function shortened(title: string): string {
  if (title.length <= maxCourseTitle) return title;
  const cut = title.slice(0, maxCourseTitle - 1);
  const end = cut.lastIndexOf(" ");
  return `${(end > maxCourseTitle / 2 ? cut.slice(0, end) : cut).trimEnd()}…`;
}

/** Titles of folders, given by their names from the outermost on: as few of the innermost ones as make each different. */
function titlesOf(folders: readonly (readonly string[])[]): string[] {
  const counts = folders.map(() => 1);
  const title = (at: number): string => shortened(titled(folders[at]!.slice(-counts[at]!)));
  for (;;) {
    const titles = folders.map((_names, at) => title(at));
    const at = Map.groupBy(titles.keys(), (one) => titles[one]!.toLowerCase());
    const grows = [...at.values()]
      .filter((same) => same.length > 1)
      .flat()
      .filter((one) => counts[one]! < folders[one]!.length);
    if (grows.length === 0) return numbered(titles);
    for (const one of grows) counts[one]! += 1;
  }
}

/** Numbers what is still the same, such as two long names that begin alike. */
function numbered(titles: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return titles.map((title) => {
    const key = title.toLowerCase();
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count === 1 ? title : `${title.slice(0, maxCourseTitle - 6)} (${count})`;
  });
}

/** The folders of an import with at least two videos. @param name of the folder that was chosen */
export function foldersOf(name: string, items: readonly ImportItem[]): Folder[] {
  const mains = items.filter(({ mainId }) => mainId === null);
  const found = [...Map.groupBy(mains, ({ folder }) => folder)]
    .filter(([, videos]) => videos.length > 1)
    .slice(0, maxFolders);
  const titles = titlesOf(found.map(([path]) => [name, ...path.split("/").filter((one) => one.trim())]));
  return found.map(([path, videos], at) => ({ path, title: titles[at]!, videos: videos.toSorted(byName) }));
}
