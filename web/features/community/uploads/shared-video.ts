/** A video that another app shared with the installed app. worker.js keeps it under these names. */
const cacheName = "eightcount-shared";
const key = "/shared-video";

/** The shared video; null if there is none. */
export async function readSharedVideo(): Promise<File | null> {
  if (!("caches" in globalThis)) return null;
  const found = await caches.match(key, { cacheName });
  if (!found) return null;
  const video = await found.blob();
  const name = decodeURIComponent(found.headers.get("x-file-name") ?? "");
  return new File([video], name || "video", { type: video.type });
}

/** Deletes the shared video from this device. */
export async function deleteSharedVideo(): Promise<void> {
  if ("caches" in globalThis) await caches.delete(cacheName);
}
