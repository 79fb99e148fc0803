/** Data of an unfinished upload, so that another visit can resume it. */
export type Unfinished = { id: string; name: string; size: number; modifiedAt: number; percent: number };

const key = "eightcount.unfinished-uploads";

/** Unfinished uploads of this browser. */
export function readUnfinished(): Unfinished[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(stored) ? (stored as Unfinished[]) : [];
  } catch {
    return [];
  }
}

/** Stores the progress of an upload; null removes it. */
export function keepUnfinished(id: string, file: Unfinished | null): void {
  const others = readUnfinished().filter((one) => one.id !== id);
  localStorage.setItem(key, JSON.stringify(file ? [...others, file] : others));
}

/** Whether a file is the one of an unfinished upload. */
export function isSameFile(file: File, unfinished: Unfinished): boolean {
  return (
    file.size === unfinished.size &&
    file.name === unfinished.name &&
    file.lastModified === unfinished.modifiedAt
  );
}
