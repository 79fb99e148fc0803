import { randomUUID } from "node:crypto";

const longest = 60;
/** Names in addresses that are tried before chance decides. */
export const triedSlugs = 20;

/**
 * What a title is called in addresses: small letters, digits and hyphens. Of one without any of them, `fallback`. Nothing is called `new`:
 * there others are made.
 */
export function slugOf(title: string, fallback: string): string {
  const plain = title
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .toLowerCase();
  const slug = (plain.match(/[a-z0-9]+/g) ?? []).join("-").slice(0, longest).replace(/-$/, "");
  return slug === "new" ? `new-${fallback}` : slug || fallback;
}

/** What a title is called in addresses where others may have its name already. @param attempt from 1 */
export function slugTried(title: string, fallback: string, attempt: number): string {
  const slug = slugOf(title, fallback);
  if (attempt === 1) return slug;
  return attempt < triedSlugs ? `${slug}-${attempt}` : `${slug}-${randomUUID().slice(0, 8)}`;
}
