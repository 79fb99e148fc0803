const storageKey = "eightcount.home";
/** Another release may ask for other fields. */
const release = import.meta.env.VITE_RELEASE ?? "dev";

/** Stores what the home page showed, for one profile at a time. Skipped if the device has no space. */
export function saveHome(
  storage: Pick<Storage, "setItem" | "removeItem">,
  userId: string,
  data: unknown,
  at: Date,
): void {
  try {
    storage.setItem(storageKey, JSON.stringify({ release, userId, at: at.toISOString(), data }));
  } catch {
    // An older page would be of another day: none is better.
    storage.removeItem(storageKey);
  }
}

/** What the home page last showed to this profile on this device; null if it showed none, or to another release. */
export function readHome<Data>(
  storage: Pick<Storage, "getItem">,
  userId: string,
): { at: Date; data: Data } | null {
  const stored = storage.getItem(storageKey);
  if (stored === null) return null;
  const home = JSON.parse(stored) as { release: string; userId: string; at: string; data: Data };
  return home.userId === userId && home.release === release
    ? { at: new Date(home.at), data: home.data }
    : null;
}
