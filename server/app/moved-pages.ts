import type { BuiltRoute } from "../../contract/boot.ts";
import { paths, patterns } from "../../contract/urls.ts";
import type { Ctx } from "../ctx.ts";
import { mergedInto } from "../modules/catalog/index.ts";

/** The URL of a page whose style or category was merged into another one; null if the page has no other. */
export async function movedTo(
  ctx: Ctx,
  matched: { readonly route: BuiltRoute; readonly params: Record<string, string> } | null,
  url: URL,
): Promise<string | null> {
  if (matched?.route.path === patterns.category) {
    const slug = await mergedInto(ctx, "category", matched.params["slug"] ?? "");
    return slug && paths.category(slug) + url.search;
  }
  const style = matched?.route.path === patterns.library ? url.searchParams.get("style") : null;
  const slug = style && (await mergedInto(ctx, "style", style));
  if (!slug) return null;
  const search = new URLSearchParams(url.search);
  search.set("style", slug);
  return `${paths.library()}?${search.toString()}`;
}
