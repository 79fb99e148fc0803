import { BadInput, DomainError } from "../../../platform/errors.ts";
import { uploadLimits } from "../pipeline/probe.ts";
import type { UploadUse } from "../store-uploads.ts";

/** Uploads of a person that may be under way at once, and that may begin within a day. */
const mostAtOnce = 3;
const mostPerDay = 10;
const longestFileName = 255;

/** Which limit stands in an upload's way. */
export type UploadBound = "size" | "at_once" | "per_day" | "storage";

const sentences: Record<UploadBound, string> = {
  size: "The file is too large. Export it smaller, or cut it.",
  at_once: `${mostAtOnce} videos are under way already. Send this one when one of them is done.`,
  per_day: `${mostPerDay} videos a day. Come back tomorrow.`,
  storage: "Your videos fill the room that your plan has. Delete one, or take a plan with more.",
};

/** A limit of uploads is reached; `limit` says which, `most` how much it allows. */
class UploadLimit extends DomainError {
  constructor(limit: UploadBound, most: number) {
    super("UPLOAD_LIMIT", sentences[limit], { facts: { limit, most } });
  }
}

/** @param most bytes. @throws BadInput, UploadLimit */
export function checkSize(sizeInBytes: number, most: number = uploadLimits.maxBytes): void {
  if (!Number.isSafeInteger(sizeInBytes) || sizeInBytes < 1)
    throw new BadInput("sizeInBytes", "Say how many bytes the file has.");
  if (sizeInBytes > most) throw new UploadLimit("size", most);
}

/** @returns the name as it is kept. @throws BadInput */
export function checkFileName(given: string): string {
  const fileName = given.replaceAll("\u0000", "").trim();
  if (fileName === "" || fileName.length > longestFileName)
    throw new BadInput("fileName", `A file name has 1 to ${longestFileName} characters.`);
  return fileName;
}

/** @param quotaBytes what the person's videos may fill. @throws UploadLimit */
export function checkUse(use: UploadUse, sizeInBytes: number, quotaBytes: number): void {
  if (use.underWay >= mostAtOnce) throw new UploadLimit("at_once", mostAtOnce);
  if (use.lastDay >= mostPerDay) throw new UploadLimit("per_day", mostPerDay);
  if (use.bytes + sizeInBytes > quotaBytes) throw new UploadLimit("storage", quotaBytes);
}
