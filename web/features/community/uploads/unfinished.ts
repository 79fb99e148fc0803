/** What is kept of a file that is being sent, so that another visit can go on. */
export type Unfinished = { id: string; name: string; size: number; modifiedAt: number; percent: number };

const key = "eightcount.unfinished-uploads";

/** Files whose sending was begun in this browser and hasn't ended. */
export function readUnfinished(): Unfinished[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? (kept as Unfinished[]) : [];
  } catch {
    return [];
  }
}

/** Keeps how far a file is; null forgets it. */
export function keepUnfinished(id: string, file: Unfinished | null): void {
  const others = readUnfinished().filter((one) => one.id !== id);
  localStorage.setItem(key, JSON.stringify(file ? [...others, file] : others));
}

/** Whether a file is the one that was being sent. */
export function isSameFile(file: File, unfinished: Unfinished): boolean {
  return (
    file.size === unfinished.size &&
    file.name === unfinished.name &&
    file.lastModified === unfinished.modifiedAt
  );
}
