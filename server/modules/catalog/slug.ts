const longest = 60;

/** What a title is called in addresses: small letters, digits and hyphens. Of one without any of them, `fallback`. */
export function slugOf(title: string, fallback: string): string {
  const plain = title
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f'’]/g, "")
    .toLowerCase();
  const slug = (plain.match(/[a-z0-9]+/g) ?? []).join("-").slice(0, longest).replace(/-$/, "");
  return slug || fallback;
}

/** What a class is called in addresses. None is called `new`: there the studio makes them. */
export function classSlugOf(title: string): string {
  const slug = slugOf(title, "class");
  return slug === "new" ? "new-class" : slug;
}
