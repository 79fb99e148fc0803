import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";

/** HMAC of a text: 43 characters of base64url. The text must begin with the hash's purpose. */
export const keyedHash = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url");

/** Constant-time comparison of a text with the expected one. */
export function isSameText(given: string, known: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(known)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Signs a value that a client stores and returns: readable, but tamper-proof. `use` is the purpose; the signature is invalid for
 * any other.
 */
export function seal(secret: string, use: string, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${body}.${keyedHash(secret, `${use}:${body}`)}`;
}

/**
 * The value sealed for that use; null for an invalid signature.
 * @param shape schema of the value
 * @throws when the signature is valid but the value doesn't match the schema
 */
export function unseal<Shape extends z.ZodType>(
  secret: string,
  use: string,
  sealed: string,
  shape: Shape,
): z.output<Shape> | null {
  const [body = "", signature = ""] = sealed.split(".");
  if (!isSameText(signature, keyedHash(secret, `${use}:${body}`))) return null;
  return shape.parse(JSON.parse(Buffer.from(body, "base64url").toString("utf8")));
}
