import { BadInput, DomainError } from "../../../platform/errors.ts";
import { readLine } from "../../../platform/text.ts";
import { uploadLimits } from "../pipeline/probe.ts";
import type { UploadUse } from "./store.ts";
import { msg, inEnglish } from "../../../platform/i18n/messages.ts";
import type { Message } from "../../../platform/i18n/messages.ts";

/** Maximum uploads of a person in progress, and started within a day. */
const maxConcurrent = 3;
const maxPerDay = 10;
const maxFileNameLength = 255;

/** The limit that refuses an upload. */
export type UploadBound = "size" | "at_once" | "per_day" | "storage";

const sentences: Record<UploadBound, Message> = {
  size: msg("The file is too large. Trim it or export it at a lower quality."),
  at_once: msg("{maxConcurrent} videos are already uploading. Wait until one finishes.", { maxConcurrent }),
  per_day: msg("You’ve reached the limit of {maxPerDay} videos a day. Try again tomorrow.", { maxPerDay }),
  storage: msg("You’ve used all the video storage of your plan. Delete a video or change plan."),
};

/** Upload quota of a person. */
export interface UploadQuota {
  readonly bytes: number;
  readonly perDay: number;
  /** False: verifying the email address raises the quota. */
  readonly isEmailConfirmed: boolean;
}
export const quotaOf = (bytes: number): UploadQuota => ({
  bytes,
  perDay: maxPerDay,
  isEmailConfirmed: true,
});
export const unconfirmedQuota: UploadQuota = {
  bytes: 500 * 1024 ** 2,
  perDay: 2,
  isEmailConfirmed: false,
};

/** An upload limit is reached; `limit` names it, `most` is its value. */
class UploadLimit extends DomainError {
  constructor(limit: UploadBound, most: number, isEmailConfirmed = true) {
    super(
      "UPLOAD_LIMIT",
      isEmailConfirmed
        ? sentences[limit]
        : msg("Confirm your email to upload more. The link is in your inbox."),
      { details: { limit, most, isEmailConfirmed } },
    );
  }
}

/**
 * @param most bytes.
 * @throws BadInput, UploadLimit
 */
export function checkSize(sizeInBytes: number, most: number = uploadLimits.maxBytes): void {
  if (!Number.isSafeInteger(sizeInBytes) || sizeInBytes < 1)
    throw new BadInput("sizeInBytes", inEnglish("Must be the file’s size in bytes."));
  if (sizeInBytes > most) throw new UploadLimit("size", most);
}

/**
 * @returns the name to store.
 * @throws BadInput
 */
export function checkFileName(given: string): string {
  return readLine(given, "fileName", maxFileNameLength);
}

/** @throws UploadLimit */
export function checkUse(use: UploadUse, sizeInBytes: number, quota: UploadQuota): void {
  if (use.underWay >= maxConcurrent) throw new UploadLimit("at_once", maxConcurrent);
  const { bytes, perDay, isEmailConfirmed } = quota;
  if (use.lastDay >= perDay) throw new UploadLimit("per_day", perDay, isEmailConfirmed);
  if (use.bytes + sizeInBytes > bytes) throw new UploadLimit("storage", bytes, isEmailConfirmed);
}
