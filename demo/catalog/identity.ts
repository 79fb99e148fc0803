import { createHash } from "node:crypto";

/** A deterministic UUID (version 8) of a kind of entity and its slug. */
export const demoId = (kind: string, slug: string): string => {
  const hex = createHash("sha256").update(`eightcount-demo/${kind}/${slug}`).digest("hex");
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};
