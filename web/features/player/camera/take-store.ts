/** Stores takes in the origin private file system: one video and one JSON file each, a folder per profile. */
import type { Take } from "./take.ts";

async function folderOf(personId: string): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const takes = await root.getDirectoryHandle("takes", { create: true });
  return takes.getDirectoryHandle(personId, { create: true });
}

async function write(folder: FileSystemDirectoryHandle, name: string, data: Blob | string): Promise<void> {
  const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
  await writable.write(data);
  await writable.close();
}

/** Stores a take's metadata, and its video if given. Rejects with QuotaExceededError when the device is full. */
export async function storeTake(personId: string, take: Take, video: Blob | null): Promise<void> {
  const folder = await folderOf(personId);
  // The video first: metadata without a video would be a take that doesn't play.
  if (video) await write(folder, `${take.id}.film`, video);
  await write(folder, `${take.id}.json`, JSON.stringify(take));
}

/** The takes of a class, newest first. */
export async function listTakes(personId: string, classId: string): Promise<Take[]> {
  const folder = await folderOf(personId);
  const takes: Take[] = [];
  for await (const [name, handle] of folder.entries()) {
    if (!name.endsWith(".json") || handle.kind !== "file") continue;
    const text = await (await (handle as FileSystemFileHandle).getFile()).text();
    // Truncated because the page was closed: there is no take to show.
    if (!text.endsWith("}")) continue;
    const take = JSON.parse(text) as Take;
    if (take.classId === classId) takes.push(take);
  }
  return takes.sort((a, b) => b.recordedAt.localeCompare(a.recordedAt));
}

export async function readTakeFile(personId: string, take: Take): Promise<Blob> {
  const file = await (await (await folderOf(personId)).getFileHandle(`${take.id}.film`)).getFile();
  return new Blob([file], { type: take.mimeType });
}

export async function removeTake(personId: string, take: Take): Promise<void> {
  const folder = await folderOf(personId);
  await folder.removeEntry(`${take.id}.json`);
  await folder.removeEntry(`${take.id}.film`);
}
