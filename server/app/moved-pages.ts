import type { BuiltRoute } from "../../contract/boot.ts";
import { paths, patterns } from "../../contract/urls.ts";
import type { Ctx } from "../ctx.ts";
import { mergedInto } from "../modules/catalog/index.ts";

/** The URL of a page whose entry of the library was merged into another one; null if the page has no other. */
export async function movedTo(
  ctx: Ctx,
  matched: { readonly route: BuiltRoute; readonly params: Record<string, string> } | null,
  url: URL,
): Promise<string | null> {
  if (matched?.route.path === patterns.category) {
    const slug = await mergedInto(ctx, "category", matched.params["slug"] ?? "");
    return slug && paths.category(slug) + url.search;
  }
  if (matched?.route.path === patterns.instructor) {
    const slug = await mergedInto(ctx, "instructor", matched.params["slug"] ?? "");
    return slug && paths.instructor(slug) + url.search;
  }
  if (matched?.route.path !== patterns.library) return null;
  const search = new URLSearchParams(url.search);
  let isMoved = false;
  for (const kind of ["style", "section"] as const) {
    const old = search.get(kind);
    // oxlint-disable-next-line no-await-in-loop -- a page has one of them
    const slug = old && (await mergedInto(ctx, kind, old));
    if (!slug) continue;
    search.set(kind, slug);
    isMoved = true;
  }
  return isMoved ? `${paths.library()}?${search.toString()}` : null;
}
