import { createHmac, timingSafeEqual } from "node:crypto";
import type { z } from "zod";

/** What nobody without the secret can work out of a text: 43 letters of base64url. The text begins with what the hash is for. */
export const keyedHash = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url");

/** Whether a text is the known one; takes as long wherever they differ. */
export function isSameText(given: string, known: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(known)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** A value for somebody to bring back: they can read it, and not change it. `use`: what for; it is worth nothing elsewhere. */
export function seal(secret: string, use: string, value: unknown): string {
  const body = Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${body}.${keyedHash(secret, `${use}:${body}`)}`;
}

/** What was sealed for that use; null for what we didn't seal. @param shape of what was sealed; throws where the seal is good and the shape isn't */
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
