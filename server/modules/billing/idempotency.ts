import { createHash } from "node:crypto";
import { rejectCardNumbers } from "../../platform/card-numbers.ts";
import { BadInput } from "../../platform/errors.ts";
import { inEnglish } from "../../platform/i18n/messages.ts";

/** Validates a client's idempotency key. @throws BadInput, PanRejected */
export function checkIdempotencyKey(key: string): void {
  rejectCardNumbers(key, "idempotencyKey");
  if (key.length < 1 || key.length > 200)
    throw new BadInput("idempotencyKey", inEnglish("Use an idempotency key of 1 to 200 characters."));
}

/** A hash by which a repeated call with another input is refused. @param input everything that decides the result */
export const inputHashOf = (input: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(input)).digest("base64url");
