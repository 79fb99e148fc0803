import type { IpLocation } from "../../contract/boot.ts";

/** IP location as saved in this browser. `location` is null if unknown. `savedAt`: milliseconds since 1970. */
export type SavedIpLocation = { location: IpLocation | null; savedAt: number };

const KEY = "eightcount.ip-location";
const GOOD_FOR_MS = 24 * 3_600_000;
/** An unknown location is refetched sooner. */
const UNKNOWN_TTL_MS = 10 * 60_000;
const TIMEOUT_MS = 2_000;

/** The saved location unless it is missing, unreadable or too old. */
export function savedIpLocation(storage: Pick<Storage, "getItem">, now: number): SavedIpLocation | null {
  const text = storage.getItem(KEY);
  if (!text) return null;
  try {
    const saved = JSON.parse(text) as SavedIpLocation;
    const age = now - saved.savedAt;
    return age >= 0 && age < (saved.location ? GOOD_FOR_MS : UNKNOWN_TTL_MS) ? saved : null;
  } catch {
    return null; // invalid data; the next fetch overwrites it
  }
}

/** Saves and returns the location. A full or forbidden storage is ignored, so that the app still starts. */
export function saveIpLocation(
  storage: Pick<Storage, "setItem">,
  location: IpLocation | null,
  now: number,
): SavedIpLocation {
  const saved = { location, savedAt: now };
  try {
    storage.setItem(KEY, JSON.stringify(saved));
  } catch (error) {
    console.warn("IP location not saved", error);
  }
  return saved;
}

/** Fetches the location; null after two seconds or on failure. */
export async function fetchIpLocation(request: typeof fetch): Promise<IpLocation | null> {
  try {
    const response = await request("/ip-location", {
      signal: AbortSignal.timeout(TIMEOUT_MS),
      credentials: "same-origin",
    });
    return response.ok ? ((await response.json()) as IpLocation) : null;
  } catch {
    return null;
  }
}
