import { randomUUID } from "node:crypto";

const maxLength = 60;
/** Attempts with numbered slugs before random ones. */
export const triedSlugs = 20;

/**
 * The slug of a title: lower-case letters, digits and hyphens; `fallback` if none are left. Never `new`, which is the path of
 * creation forms.
 */
export function slugOf(title: string, fallback: string): string {
  const plain = title
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .toLowerCase();
  const slug = (plain.match(/[a-z0-9]+/g) ?? []).join("-").slice(0, maxLength).replace(/-$/, "");
  return slug === "new" ? `new-${fallback}` : slug || fallback;
}

/** The slug of a title for an attempt after conflicts. @param attempt from 1 */
export function slugTried(title: string, fallback: string, attempt: number): string {
  const slug = slugOf(title, fallback);
  if (attempt === 1) return slug;
  return attempt < triedSlugs ? `${slug}-${attempt}` : `${slug}-${randomUUID().slice(0, 8)}`;
}
